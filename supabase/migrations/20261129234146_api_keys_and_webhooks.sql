-- api keys and webhooks
select set_config('lock_timeout', '5s', true);

create table private.api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  scopes text[] not null,
  hash bytea not null constraint api_keys_hash_once unique,
  prefix text not null,
  made_by_id uuid references auth.users (id) on delete set null,
  -- As it was then; it stays when the account is deleted.
  made_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  constraint api_keys_scopes_known
    check (cardinality(scopes) > 0 and scopes <@ array['read products', 'read leads', 'write products'])
);
comment on table private.api_keys is 'Keys of the owner''s programs. A key has at most the rights of who made it: it ends when that person is no longer an administrator.';
comment on column private.api_keys.prefix is 'How the key begins, to tell it from others.';
comment on column private.api_keys.last_used_at is 'To the minute.';
alter table private.api_keys enable row level security;
create table private.lead_changes (
  lead_id uuid primary key references public.leads (id) on delete cascade on update cascade,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table private.lead_changes is 'When each lead, or what the seller does with it, last changed.';
create index lead_changes_in_order on private.lead_changes (changed_at, lead_id);
create table private.product_changes (
  product_id uuid primary key references public.products (id) on delete cascade on update cascade,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table private.product_changes is 'When each product last changed, also its facts and tags.';
create index product_changes_in_order on private.product_changes (changed_at, product_id);
alter table private.lead_changes enable row level security;
alter table private.product_changes enable row level security;
create table private.webhooks (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  events text[] not null,
  is_enabled boolean not null default true,
  secret text not null,
  former_secret text,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  -- A receiver on the same machine is for tests; the server sends to none unless it is told to.
  constraint webhooks_address_form check (char_length(address) <= 2048 and address ~ '^(https://|http://127[.]0[.]0[.]1:)[^[:space:]]+$'),
  constraint webhooks_events_known check (
    cardinality(events) > 0
    and events <@ array['lead.created', 'lead.changed', 'quotation.sent', 'quotation.accepted', 'quotation.declined', 'product.changed']
  )
);
comment on table private.webhooks is 'Where the site sends what happens. Secrets are in a schema that no role of the API reads.';
comment on column private.webhooks.former_secret is 'Signs beside the new one for a day after rotated_at.';
alter table private.webhooks enable row level security;
create table private.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references private.webhooks (id) on delete cascade,
  event text not null,
  subject uuid,
  state text not null default 'queued' constraint webhook_deliveries_state_known check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  attempted_at timestamptz,
  status smallint,
  error text,
  ms integer
);
comment on table private.webhook_deliveries is 'What is sent to each webhook, written with the change that it tells of.';
comment on column private.webhook_deliveries.subject is 'The id of the lead, quotation version or product; null of a test.';
comment on column private.webhook_deliveries.next_attempt_at is 'While it is being sent, when another server may take it.';
create unique index webhook_deliveries_waiting on private.webhook_deliveries (webhook_id, event, subject) where state = 'queued' and attempts = 0;
create index webhook_deliveries_due on private.webhook_deliveries (webhook_id, next_attempt_at) where state = 'queued';
create index webhook_deliveries_newest on private.webhook_deliveries (webhook_id, created_at desc);
alter table private.webhook_deliveries enable row level security;

-- What was there before.
insert into private.lead_changes (lead_id, changed_at)
select lead_id, greatest(handling.created_at, (select max(event.created_at) from public.lead_events as event where event.lead_id = handling.lead_id))
from public.lead_handling as handling;
insert into private.product_changes (product_id, changed_at) select id, created_at from public.products;

-- Written by npm run migration from supabase/schemas.
-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create or replace function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ select private.drop_contacts(array_agg(id), array_agg(company_id)) from public.contacts where erased_at is not null $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from private.webhook_deliveries where created_at < now() - case state when 'sent' then interval '7 days' else interval '30 days' end $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.drop_code_counters() $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

create function private.is_administrator(account uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.profiles where id = account and is_admin)
$$;

create function private.api_keys() returns table (
  id uuid, name text, scopes text[], prefix text, made_by text, created_at timestamptz, last_used_at timestamptz, revoked_at timestamptz,
  revoked_by text, works boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_admin() then
    return query
    select
      key.id, key.name, key.scopes, key.prefix, key.made_by, key.created_at, key.last_used_at, key.revoked_at, key.revoked_by,
      key.revoked_at is null and private.is_administrator(key.made_by_id)
    from private.api_keys as key order by key.revoked_at is not null, key.created_at desc, key.id;
  end if;
end
$$;

select private.expose('api_keys',
  'The keys of the owner''s programs, without the keys themselves, the newest first; revoked ones stay at the end. Empty for anyone but administrators.');

-- The key is in the answer alone: 152 random bits, of which the hash is stored.
create function private.make_api_key(name text, scopes text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  key constant text := 'gw_' || left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40);
  title constant text := private.plain_text(name);
  made uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators make API keys');
  perform private.require(char_length(title) between 1 and 100, 'A key has a name of at most 100 characters', '22023');
  perform private.require(
    cardinality(scopes) > 0 and scopes <@ array['read products', 'read leads', 'write products'], 'Choose what the key may do', '22023'
  );
  perform pg_advisory_xact_lock(hashtextextended('api keys', 0));
  perform from private.api_keys where revoked_at is null offset 49;
  perform private.require(not found, 'At most 50 keys can work: revoke some first', '22023');
  insert into private.api_keys as added (name, scopes, hash, prefix, made_by_id, made_by)
  values (title, array(select distinct unnest(scopes) order by 1), sha256(convert_to(key, 'UTF8')), left(key, 9), auth.uid(), private.display_name(auth.uid()))
  returning added.id into made;
  insert into public.record_history (entity, record_id, actor_id, kind, after)
  values ('api_keys', made, auth.uid(), 'created', jsonb_build_object('name', title, 'scopes', scopes));
  return key;
end
$$;

select private.expose('make_api_key',
  'Makes a key (gw_...) for a program that may do these: read products, read leads, write products. Only this answer has the key. For administrators.');

create function private.revoke_api_key(key uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators revoke API keys');
  update private.api_keys set revoked_at = now(), revoked_by = private.display_name(auth.uid()) where id = key and revoked_at is null;
  if found then
    insert into public.record_history (entity, record_id, actor_id, kind) values ('api_keys', key, auth.uid(), 'deleted');
  end if;
end
$$;

select private.expose('revoke_api_key', 'Ends a key: it opens nothing from now on. For administrators.');

-- The key with this hash, no row for one that does not work. Noting its use waits for no other request of it.
create function private.open_api_key(key_hash bytea) returns table (id uuid, scopes text[], made_by_id uuid)
language plpgsql set search_path = '' as $$
begin
  update private.api_keys as used set last_used_at = now()
  where used.id = (
    select key.id from private.api_keys as key
    where key.hash = key_hash and coalesce(key.last_used_at, '-infinity') < now() - interval '1 minute' and key.revoked_at is null for update skip locked
  );
  return query
  select key.id, key.scopes, key.made_by_id from private.api_keys as key
  where key.hash = key_hash and key.revoked_at is null and private.is_administrator(key.made_by_id);
end
$$;

-- Not of what no program reads. The argument is the column of the lead's id.
create function private.note_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unread constant text[] := '{notes,answered_at,answered_by,link,contact_id,sender_id,marketing_consent,notice_version,notice_language,notice_at}';
begin
  if tg_op = 'INSERT' or to_jsonb(old) - unread <> to_jsonb(new) - unread then
    insert into private.lead_changes (lead_id) values ((to_jsonb(new) ->> tg_argv[0])::uuid)
    on conflict (lead_id) do update set changed_at = excluded.changed_at;
    perform private.announce(
      case when tg_op = 'INSERT' then 'lead.created' else 'lead.changed' end, array[(to_jsonb(new) ->> tg_argv[0])::uuid]
    );
  end if;
  return null;
end
$$;

create function private.note_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.product_changes (product_id) select id from new_rows
  on conflict (product_id) do update set changed_at = excluded.changed_at;
  perform private.announce('product.changed', array(select id from new_rows));
  return null;
end
$$;

-- A lead as programs read it.
create function private.lead_for_programs(lead uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', leads.id, 'reference', private.lead_reference(leads.id), 'created_at', leads.created_at, 'changed_at', changed_at,
    'state', state, 'assigned_to', assigned_email, 'due_on', due_on, 'merged_into', merged_into, 'is_erased', erased_at is not null,
    'name', name, 'company', company, 'email', email, 'phone', phone, 'message', message, 'needed_by', needed_by,
    'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
    'source', source, 'medium', medium, 'campaign', campaign, 'referrer', referrer, 'landing_page', landing_page,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('product_id', product_id, 'name', item.name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items as item where item.lead_id = leads.id
    ), (select jsonb_agg(jsonb_build_object('product_id', null, 'name', each, 'quantity', null, 'note', null, 'colours', null)) from unnest(selected_products) as each), '[]')
  )
  from public.leads join public.lead_handling on lead_handling.lead_id = leads.id left join private.lead_changes on lead_changes.lead_id = leads.id
  where leads.id = lead
$$;

-- A product as programs read it: what the catalogue shows, with the names of its tags, and nothing of suppliers, costs and prices.
create function private.product_for_programs(product uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(listed) - array['category_id', 'subcategory_id', 'image_widths', 'image_colour', 'featured_order'] || jsonb_build_object(
    'changed_at', changed_at, 'category', category.name, 'subcategory', subcategory.name,
    'industries', array(select name from public.product_industry_tags join public.industry_tags on id = industry_tag_id where product_id = product order by name),
    'themes', array(select name from public.product_themes join public.themes on id = theme_id where product_id = product order by name),
    'doctor_types', array(select name from public.product_doctor_type_tags join public.doctor_type_tags on id = doctor_type_tag_id where product_id = product order by name),
    'branding', array(select name from public.product_branding_methods join public.branding_methods on id = branding_method_id where product_id = product order by name),
    'colours', array(select name from public.product_colours where product_id = product order by position),
    'pictures', array(select url from public.product_pictures where product_id = product order by position)
  )
  from public.products as listed left join private.product_changes on product_id = listed.id
  left join public.categories as category on category.id = category_id left join public.subcategories as subcategory on subcategory.id = subcategory_id
  where listed.id = product
$$;

-- The leads that are new or changed since then, the first changed first, after a position: {"data", "more"}. What a key has read is in the
-- access log.
create function private.leads_for_programs(key uuid, since timestamptz, after_time timestamptz, after_id uuid, size integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ids uuid[];
begin
  ids := array(
    select lead_id from private.lead_changes
    where changed_at >= coalesce(since, '-infinity') and (changed_at, lead_id) > (coalesce(after_time, '-infinity'), after_id)
    order by changed_at, lead_id limit size + 1
  );
  if ids <> '{}' then
    perform private.log_access('exported', ids[:size], (select format('API key “%s” (%s…)', name, prefix) from private.api_keys where id = key));
  end if;
  return (
    select jsonb_build_object('data', coalesce(jsonb_agg(private.lead_for_programs(id) order by position), '[]'), 'more', cardinality(ids) > size)
    from unnest(ids[:size]) with ordinality as listed (id, position)
  );
end
$$;

-- The same of products. One whose change is from before this record of changes has the time of its making.
create function private.products_for_programs(since timestamptz, after_time timestamptz, after_id uuid, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select product_id from private.product_changes
    where changed_at >= coalesce(since, '-infinity') and (changed_at, product_id) > (coalesce(after_time, '-infinity'), after_id)
    order by changed_at, product_id limit size + 1
  );
begin
  return (
    select jsonb_build_object('data', coalesce(jsonb_agg(private.product_for_programs(id) order by position), '[]'), 'more', cardinality(ids) > size)
    from unnest(ids[:size]) with ordinality as listed (id, position)
  );
end
$$;

-- The ids of records by their names, in any case; ends with the field where there is none.
create function private.ids_of_names(field text, listed regclass, names jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  ids uuid[];
  unknown text;
begin
  execute format(
    'select array_agg(record.id), min(input.name) filter (where record.id is null)
     from jsonb_array_elements_text($1) as input (name) left join %s as record on lower(record.name) = lower(private.trimmed(input.name))', listed
  ) into ids, unknown using names;
  if unknown is not null then
    raise exception 'There is no such name in %: %', field, unknown using errcode = '22023', hint = field;
  end if;
  return coalesce(ids, '{}');
end
$$;

-- Saves a product for a key in the name of who made it, as the back office does; what is left out stays. The names of its category,
-- subcategory and tags are those of their lists. Ends with PT401 where the key was revoked meanwhile.
create function private.save_product_for_program(key uuid, product uuid, input jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- What the database sets, what has arguments of its own, and what belongs to the former picture.
  apart constant text[] := '{id,created_at,version,featured_order,industries,themes,doctor_types}'::text[]
    || case when input ? 'image_url' then '{image_widths,image_colour}'::text[] end;
  merged jsonb;
  expected integer := (input ->> 'version')::integer;
  saved public.products;
begin
  perform from private.api_keys where id = key and revoked_at is null and private.is_administrator(made_by_id) for share;
  perform private.require(found, 'The key was revoked', 'PT401');
  perform set_config('request.jwt.claim.sub', made_by_id::text, true), set_config('request.jwt.claims', jsonb_build_object('sub', made_by_id, 'aal', 'aal2')::text, true)
  from private.api_keys where id = key;
  if product is not null then
    perform from public.products where id = product for update;
    perform private.require(found, 'There is no such product', 'PT404');
  end if;
  merged := private.product_as_json(product) || (input - array['version', 'category', 'subcategory', 'industries', 'themes', 'doctor_types']);
  if input ? 'category' then
    merged := merged || jsonb_build_object('category_id', (private.ids_of_names('category', 'public.categories', jsonb_build_array(input -> 'category')))[1]);
  end if;
  if input ? 'subcategory' then
    merged := merged || jsonb_build_object('subcategory_id', (private.ids_of_names('subcategory', 'public.subcategories', jsonb_build_array(input -> 'subcategory')))[1]);
  end if;
  select * into saved from public.save_product(
    merged - apart,
    case when input ? 'industries' then private.ids_of_names('industries', 'public.industry_tags', input -> 'industries') else array(select jsonb_array_elements_text(merged -> 'industries')::uuid) end,
    case when input ? 'themes' then private.ids_of_names('themes', 'public.themes', input -> 'themes') else array(select jsonb_array_elements_text(merged -> 'themes')::uuid) end,
    case when input ? 'doctor_types' then private.ids_of_names('doctor_types', 'public.doctor_type_tags', input -> 'doctor_types') else array(select jsonb_array_elements_text(merged -> 'doctor_types')::uuid) end,
    product, expected
  );
  return private.product_for_programs(saved.id);
end
$$;

-- Queues an event of some records for each webhook that listens.
create function private.announce(happened text, subjects uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.webhook_deliveries (webhook_id, event, subject)
  select webhook.id, happened, subject from private.webhooks as webhook cross join unnest(subjects) as subject
  where webhook.is_enabled and happened = any (webhook.events)
  on conflict (webhook_id, event, subject) where state = 'queued' and attempts = 0 do nothing
$$;

create function private.announce_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce('quotation.' || new.kind, array[id]) from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  return null;
end
$$;

create function private.announce_deleted_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce('product.changed', array(select id from old_rows));
  return null;
end
$$;

create function private.webhooks() returns table (
  id uuid, address text, events text[], is_enabled boolean, rotated_at timestamptz, created_at timestamptz, waiting bigint, failed bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_admin() then
    return query
    select
      webhook.id, webhook.address, webhook.events, webhook.is_enabled, webhook.rotated_at, webhook.created_at,
      count(delivery.id) filter (where delivery.state = 'queued'), count(delivery.id) filter (where delivery.state = 'failed')
    from private.webhooks as webhook left join private.webhook_deliveries as delivery on delivery.webhook_id = webhook.id
    group by webhook.id order by webhook.created_at, webhook.id;
  end if;
end
$$;

select private.expose('webhooks', 'Where the site sends what happens, without the secrets, and how many events wait or were given up. Empty for anyone but administrators.');

create function private.webhook_deliveries(webhook uuid) returns table (
  id uuid, event text, state text, attempts integer, created_at timestamptz, attempted_at timestamptz, next_attempt_at timestamptz, status smallint,
  error text, ms integer
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_admin() then
    return query
    select
      sent.id, sent.event, sent.state, sent.attempts, sent.created_at, sent.attempted_at, sent.next_attempt_at, sent.status, sent.error, sent.ms
    from private.webhook_deliveries as sent where sent.webhook_id = webhook
    order by (sent.state = 'failed') desc, sent.created_at desc limit 50;
  end if;
end
$$;

select private.expose('webhook_deliveries', 'The last 50 events of a webhook, those that were given up first. Empty for anyone but administrators.');

-- A new secret of 192 random bits, in the form of the specification.
create function private.new_webhook_secret() returns text
language sql set search_path = '' as $$
  select 'whsec_' || encode(decode(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 48), 'hex'), 'base64')
$$;

create function private.note_webhook(webhook uuid, kind text, change jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.record_history (entity, record_id, actor_id, kind, after) values ('webhooks', webhook, auth.uid(), note_webhook.kind, change)
$$;

-- Returns the secret of a new one, which no other answer has; null of one that is changed.
create function private.save_webhook(address text, events text[], is_enabled boolean default true, webhook uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant text := private.trimmed(save_webhook.address);
  saved private.webhooks;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(target ~ '^https://[^[:space:]/@]+(/[^[:space:]]*)?$' and char_length(target) <= 2048, 'The address begins with https:// and has no user or password', '22023');
  perform private.require(cardinality(save_webhook.events) > 0, 'Choose what is sent', '22023');
  if webhook is null then
    perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
    perform from private.webhooks offset 9;
    perform private.require(not found, 'At most 10 webhooks can be there', '22023');
    insert into private.webhooks (address, events, is_enabled, secret)
    values (target, save_webhook.events, save_webhook.is_enabled, private.new_webhook_secret()) returning * into saved;
  else
    update private.webhooks as changed set address = target, events = save_webhook.events, is_enabled = save_webhook.is_enabled
    where changed.id = webhook returning * into saved;
    perform private.require(found, 'This webhook does not exist', 'PT404');
  end if;
  perform private.note_webhook(
    saved.id, case when webhook is null then 'created' else 'changed' end,
    jsonb_build_object('address', target, 'events', saved.events, 'is_enabled', saved.is_enabled)
  );
  return case when webhook is null then saved.secret end;
end
$$;

select private.expose('save_webhook',
  'Adds a webhook and returns its secret, which no other answer has, or changes one and returns null. Events: lead.created, lead.changed, quotation.sent, quotation.accepted, quotation.declined, product.changed. For administrators.');

create function private.rotate_webhook_secret(webhook uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant text := private.new_webhook_secret();
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  update private.webhooks set former_secret = secret, secret = fresh, rotated_at = now() where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
  perform private.note_webhook(webhook, 'changed', '{"secret": "rotated"}');
  return fresh;
end
$$;

select private.expose('rotate_webhook_secret', 'Gives a webhook a new secret, and returns it. For a day events have the signature of the former one, too. For administrators.');

create function private.delete_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  delete from private.webhooks where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
  perform private.note_webhook(webhook, 'deleted');
end
$$;

select private.expose('delete_webhook', 'Deletes a webhook with what waits for it. For administrators.');

create function private.test_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  insert into private.webhook_deliveries (webhook_id, event) select id, 'test' from private.webhooks where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
end
$$;

select private.expose('test_webhook', 'Sends an event "test" to a webhook, also to one that is disabled. For administrators.');

create function private.resend_webhook(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  update private.webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = now(), created_at = now()
  where id = delivery and state = 'failed' and not exists (
    select from private.webhook_deliveries as other
    where (other.webhook_id, other.event, other.subject) = (webhook_deliveries.webhook_id, webhook_deliveries.event, webhook_deliveries.subject)
      and other.state = 'queued' and other.attempts = 0
  );
end
$$;

select private.expose('resend_webhook', 'Sends an event that was given up again, now. For administrators.');

-- What an event says: small, and nothing of suppliers, costs and margins. Of a record that is gone, that it is.
create function private.webhook_data(event text, subject uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case split_part(event, '.', 1)
    when 'test' then '{"message": "This event shows that your program receives what this site sends."}'
    when 'lead' then coalesce(private.lead_for_programs(subject) - array['lines', 'message', 'referrer', 'landing_page'], jsonb_build_object('id', subject, 'is_deleted', true))
    when 'product' then coalesce(private.product_for_programs(subject) - array['description', 'pictures', 'care', 'image_alt'], jsonb_build_object('id', subject, 'is_deleted', true))
    when 'quotation' then coalesce((
      select jsonb_build_object(
        'id', quotation.id, 'number', number, 'revision', revision, 'state', quotation.state, 'lead_id', lead_id, 'owner', owner_email,
        'company', content #>> '{buyer,company}', 'name', content #>> '{buyer,name}', 'email', content #>> '{buyer,email}',
        'total_paise', total_paise, 'valid_until', valid_until, 'sent_at', sent_at, 'accepted_at', accepted -> 'at'
      )
      from public.quotation_versions as version join public.quotations as quotation on quotation.id = quotation_id where version.id = subject
    ), '{"is_deleted": true}')
  end
$$;

-- The events that are due, of each webhook three: the caller's to send for two minutes, then another's. What is older than two days is given
-- up. Of a webhook that is disabled only tests are sent.
create function private.claim_webhooks() returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed jsonb;
begin
  update private.webhook_deliveries set state = 'failed', error = coalesce(error, 'expired')
  where state = 'queued' and next_attempt_at <= now() and (attempts >= 8 or created_at < now() - interval '2 days');
  with due as (
    select delivery.id from private.webhooks as webhook cross join lateral (
      select id from private.webhook_deliveries
      where webhook_id = webhook.id and state = 'queued' and next_attempt_at <= now() and (webhook.is_enabled or event = 'test')
      order by next_attempt_at limit 3 for update skip locked
    ) as delivery
  ), taken as (
    update private.webhook_deliveries as delivery set attempts = attempts + 1, attempted_at = now(), next_attempt_at = now() + interval '2 minutes'
    from due where delivery.id = due.id returning delivery.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', taken.id, 'attempt', attempts, 'type', event, 'at', taken.created_at, 'address', address, 'data', private.webhook_data(event, subject),
    'secrets', array_remove(array[secret, case when rotated_at > now() - interval '1 day' then former_secret end], null)
  )), '[]') into claimed
  from taken join private.webhooks as webhook on webhook.id = webhook_id;
  return claimed;
end
$$;

-- Stores the result of an attempt; without an error it was sent. The pauses grow over a day, and the eighth attempt is the last; a test has one. While a
-- receiver fails, what else waits for it waits a minute, too. One that answers 410 Gone wants no more.
create function private.finish_webhook(delivery uuid, attempt integer, answered smallint, fault text, took integer) returns void
language plpgsql set search_path = '' as $$
declare
  pause constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
  receiver uuid;
begin
  update private.webhook_deliveries set
    state = case when fault is null then 'sent' when pause is null or answered = 410 or event = 'test' then 'failed' else 'queued' end,
    next_attempt_at = now() + coalesce(pause, '0'), status = answered, error = left(fault, 200), ms = took
  where id = delivery and attempts = attempt and state = 'queued' returning webhook_id into receiver;
  if fault is not null then
    update private.webhook_deliveries set next_attempt_at = now() + interval '1 minute'
    where webhook_id = receiver and state = 'queued' and next_attempt_at < now() + interval '1 minute' and event <> 'test' and attempts = 0;
    update private.webhooks set is_enabled = false where id = receiver and answered = 410;
  end if;
end
$$;

CREATE OR REPLACE TRIGGER note_lead AFTER INSERT OR UPDATE ON public.lead_handling FOR EACH ROW EXECUTE FUNCTION private.note_lead('lead_id');

CREATE OR REPLACE TRIGGER note_lead AFTER UPDATE ON public.leads FOR EACH ROW EXECUTE FUNCTION private.note_lead('id');

CREATE OR REPLACE TRIGGER note_products_on_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_products();

CREATE OR REPLACE TRIGGER note_products_on_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_products();

CREATE OR REPLACE TRIGGER announce AFTER INSERT ON public.quotation_events FOR EACH ROW WHEN ((new.kind = ANY ('{sent,accepted,declined}'::text[]))) EXECUTE FUNCTION private.announce_quotation();

CREATE OR REPLACE TRIGGER announce_on_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.announce_deleted_products();

revoke all on function private.new_webhook_secret() from public, anon, authenticated, service_role;

revoke all on function private.announce_quotation() from public, anon, authenticated, service_role;

revoke all on function private.announce_deleted_products() from public, anon, authenticated, service_role;

revoke all on function private.note_webhook(webhook uuid, kind text, change jsonb) from public, anon, authenticated, service_role;

revoke all on function private.open_api_key(key_hash bytea) from public, anon, authenticated, service_role;

revoke all on function private.note_lead() from public, anon, authenticated, service_role;

revoke all on function private.note_products() from public, anon, authenticated, service_role;

revoke all on function private.is_administrator(account uuid) from public, anon, authenticated, service_role;

revoke all on function private.lead_for_programs(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.product_for_programs(product uuid) from public, anon, authenticated, service_role;

revoke all on function private.leads_for_programs(key uuid, since timestamp with time zone, after_time timestamp with time zone, after_id uuid, size integer) from public, anon, authenticated, service_role;

revoke all on function private.products_for_programs(since timestamp with time zone, after_time timestamp with time zone, after_id uuid, size integer) from public, anon, authenticated, service_role;

revoke all on function private.ids_of_names(field text, listed regclass, names jsonb) from public, anon, authenticated, service_role;

revoke all on function private.save_product_for_program(key uuid, product uuid, input jsonb) from public, anon, authenticated, service_role;

revoke all on function private.announce(happened text, subjects uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.webhook_data(event text, subject uuid) from public, anon, authenticated, service_role;

revoke all on function private.claim_webhooks() from public, anon, authenticated, service_role;

revoke all on function private.finish_webhook(delivery uuid, attempt integer, answered smallint, fault text, took integer) from public, anon, authenticated, service_role;

revoke all on function private.api_keys() from public, anon, authenticated, service_role;
grant execute on function private.api_keys() to authenticated, service_role;

revoke all on function public.api_keys() from public, anon, authenticated, service_role;
grant execute on function public.api_keys() to authenticated, service_role;

revoke all on function public.delete_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_webhook(webhook uuid) to authenticated, service_role;

revoke all on function private.delete_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.delete_webhook(webhook uuid) to authenticated, service_role;

revoke all on function public.make_api_key(name text, scopes text[]) from public, anon, authenticated, service_role;
grant execute on function public.make_api_key(name text, scopes text[]) to authenticated, service_role;

revoke all on function private.make_api_key(name text, scopes text[]) from public, anon, authenticated, service_role;
grant execute on function private.make_api_key(name text, scopes text[]) to authenticated, service_role;

revoke all on function public.resend_webhook(delivery uuid) from public, anon, authenticated, service_role;
grant execute on function public.resend_webhook(delivery uuid) to authenticated, service_role;

revoke all on function private.resend_webhook(delivery uuid) from public, anon, authenticated, service_role;
grant execute on function private.resend_webhook(delivery uuid) to authenticated, service_role;

revoke all on function public.revoke_api_key(key uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_api_key(key uuid) to authenticated, service_role;

revoke all on function private.revoke_api_key(key uuid) from public, anon, authenticated, service_role;
grant execute on function private.revoke_api_key(key uuid) to authenticated, service_role;

revoke all on function public.rotate_webhook_secret(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.rotate_webhook_secret(webhook uuid) to authenticated, service_role;

revoke all on function private.rotate_webhook_secret(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.rotate_webhook_secret(webhook uuid) to authenticated, service_role;

revoke all on function private.test_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.test_webhook(webhook uuid) to authenticated, service_role;

revoke all on function public.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) to authenticated, service_role;

revoke all on function private.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) to authenticated, service_role;

revoke all on function public.test_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.test_webhook(webhook uuid) to authenticated, service_role;

revoke all on function public.webhook_deliveries(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.webhook_deliveries(webhook uuid) to authenticated, service_role;

revoke all on function private.webhook_deliveries(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.webhook_deliveries(webhook uuid) to authenticated, service_role;

revoke all on function public.webhooks() from public, anon, authenticated, service_role;
grant execute on function public.webhooks() to authenticated, service_role;

revoke all on function private.webhooks() from public, anon, authenticated, service_role;
grant execute on function private.webhooks() to authenticated, service_role;
-- Written until here.
