-- Keys of the owner's programs, and what programs read and write by them (docs/api.md). The server of the site answers them; no role of the
-- API calls what it calls.

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

create function private.is_administrator(account uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.profiles where id = account and is_admin)
$$;

create function private.api_keys() returns table (
  id uuid, name text, scopes text[], prefix text, made_by text, created_at timestamptz, last_used_at timestamptz, revoked_at timestamptz,
  revoked_by text, works boolean
)
language sql stable security definer set search_path = '' as $$
  select
    key.id, key.name, key.scopes, key.prefix, key.made_by, key.created_at, key.last_used_at, key.revoked_at, key.revoked_by,
    key.revoked_at is null and private.is_administrator(key.made_by_id)
  from private.api_keys as key where (select private.is_admin()) order by key.revoked_at is not null, key.created_at desc, key.id
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
  perform private.require(char_length(title) between 1 and 100, 'A key needs a name of at most 100 characters', '22023');
  perform private.require(
    cardinality(scopes) > 0 and scopes <@ array['read products', 'read leads', 'write products'], 'Choose what the key may do', '22023'
  );
  perform pg_advisory_xact_lock(hashtextextended('api keys', 0));
  perform from private.api_keys where revoked_at is null offset 49;
  perform private.require(not found, 'You can have at most 50 active keys: revoke one first', '22023');
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

-- When leads and products last changed, for programs that ask what is new: written beside them, since no list that people read needs it.
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
create trigger note_lead after insert or update on public.lead_handling for each row execute function private.note_lead('lead_id');
create trigger note_lead after update on public.leads for each row execute function private.note_lead('id');

create function private.note_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.announce('product.changed', array(select id from old_rows));
  else
    insert into private.product_changes (product_id) select id from new_rows
    on conflict (product_id) do update set changed_at = excluded.changed_at;
    perform private.announce('product.changed', array(select id from new_rows));
  end if;
  return null;
end
$$;
select private.after_changes('public.products', 'note_products', 'note_products()');

-- A lead as programs read it.
create function private.lead_for_programs(lead uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', leads.id, 'reference', reference, 'created_at', leads.created_at, 'changed_at', changed_at,
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
    insert into public.access_log (actor_email, action, leads, lead_ids)
    select format('API key “%s” (%s…)', name, prefix), 'exported', cardinality(ids[:size]), ids[:size] from private.api_keys where id = key;
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
