-- own catalogue
select set_config('lock_timeout', '5s', true);

alter table public.site_settings
  add column claimed_products text constraint site_settings_claimed_products_length check (char_length(claimed_products) <= 40),
  add column claimed_members text constraint site_settings_claimed_members_length check (char_length(claimed_members) <= 40),
  add column claimed_answer text constraint site_settings_claimed_answer_length check (char_length(claimed_answer) <= 40),
  add column claimed_compliance text constraint site_settings_claimed_compliance_length check (char_length(claimed_compliance) <= 40);
comment on column public.site_settings.claimed_products is
  'How many products the website says that it has, such as "3000+"; null for their number, or for the specified one while the demo is there.';
comment on column public.site_settings.claimed_members is 'How many the website says have an account; null as for claimed_products, and without a number.';
comment on column public.site_settings.claimed_answer is 'Within how long the website says that inquiries are answered, such as "24 hours".';
comment on column public.site_settings.claimed_compliance is 'What the website calls gifts for pharmaceutical companies, such as "Compliance-ready".';

create table private.demo_records (
  id uuid primary key,
  version integer not null
);
comment on table private.demo_records is
  'The records that the demo brought, with their version then: a record of another version has been changed since, and is the owner''s.';
alter table private.demo_records enable row level security;

create table private.demo_removals (
  number bigint generated always as identity primary key,
  undo_id uuid not null references public.deleted_records (id) on delete cascade
);
comment on table private.demo_removals is 'What restore_record takes for each part of the demo that was removed.';
create index demo_removals_of_record on private.demo_removals (undo_id);
alter table private.demo_removals enable row level security;


-- Written by npm run migration from supabase/schemas.
-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create or replace function private.normalize_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new := jsonb_populate_record(new, coalesce((
    select jsonb_object_agg(field.key, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from jsonb_each_text(to_jsonb(new)) as field
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case field.key when 'logo_url' then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    join pg_attribute on attrelid = tg_relid and attname = field.key and atttypid = 'text'::regtype
    -- A band is chosen and not typed.
    where field.key <> 'budget' and (normal.text is distinct from field.value or normal.text = '')
  ), '{}'));
  return new;
end
$$;

-- How many products the catalogue shows; null while one is there as the demo brought it. Its body is read when it runs: the tables are
-- made later.
create function private.own_products() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from private.demo_records join public.products using (id, version)) then
    return null;
  end if;
  return (select count(*) from private.product_search where is_sample);
end
$$;

create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', private.own_products()
  ))
  from (values (1)) as one left join public.site_settings on true
$$;

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
  employers constant uuid[] := array(select company_id from public.contacts where id = contact);
  counts jsonb;
  statement text;
begin
  perform private.lock_for_erasure(leads, quotation_ids) where dry_run is not true;
  select jsonb_object_agg(key, jsonb_array_length(value))
    || jsonb_build_object('quotations', cardinality(quotation_ids)) || private.kept_of(quotation_ids)
  into counts from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array';
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where lower(email) = lower(address);
  delete from public.quotation_events where contact_id = contact;
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from public.outbox where kind = 'data_link' and lower(recipient) = lower(address)
  on conflict (hash) do nothing;
  delete from public.outbox where lower(recipient) = lower(address);
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, contact_id = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where contact_id = contact;
  delete from public.list_views where lower(address) = any (regexp_split_to_array(lower(settings::text), '[\s",;:<>()]+'));
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  -- Its address stays where an accepted quotation does, for the law.
  update public.contacts set name = null, phone = null, designation = null, company_id = null, erased_at = now() where id = contact;
  perform private.drop_contacts(array[contact], employers);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

-- With a lead that is deleted goes its contact, if nothing else refers to it, and its company, if no person is left and no one has
-- changed it.
create function private.drop_contact_of_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_contacts(array[old.contact_id], array(
    select company.id from public.contacts as contact join public.companies as company on company.id = company_id
    where contact.id = old.contact_id and company.version = 1
  ));
  return null;
end
$$;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create or replace function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  perform private.note_delivery(delivers);
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind = 'acknowledgement' and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval') or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        or kind in ('data_link', 'erasure_warning')
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case kind
        when 'acknowledgement' then private.link_hash(due.token)
        when 'erasure_warning' then private.link_hash(due.token)
        when 'data_link' then private.link_hash(due.token)
        when 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', private.lead_reference(coalesce(lead.id, invitation_id))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value) from public.lead_events as event where number = event_number
    ),
    'reply', case when kind = 'reply' then private.mailed_reply(event_number) end,
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary,
        'claimed_answer', claimed_answer, 'own_products', private.own_products()
      )
      from (values (1)) as one left join public.site_settings as site on true
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;

-- The tables of the demo's records, in the order in which they go: those that point to others first.
create function private.demo_tables(out name text, out step bigint) returns setof record
language sql immutable set search_path = '' rows 10 as $$
  select * from unnest('{products,subcategories,categories,industry_tags,doctor_type_tags,themes,branding_methods,stats_blocks,client_logos,reply_templates}'::text[])
    with ordinality
$$;

-- How the demo site is reached; what an owner enters instead is the owner's.
create function private.demo_contact(out email text, out address text)
language sql immutable set search_path = '' as $$
  select 'demo@example.com', 'Demo site: no one reads what is sent here'
$$;

-- Lists the records that the demo has brought and nobody has changed: only its ids are like version 5 of UUIDs. For the demo itself, right
-- after it is loaded, and for sites that began with it before there was this list.
create function private.store_demo_records() returns void
language plpgsql set search_path = '' as $$
declare
  listed text;
begin
  for listed in select name from private.demo_tables() loop
    execute format(
      'insert into private.demo_records (id, version) select id, version from public.%I where substr(id::text, 15, 1) = ''5'' and version = 1 on conflict do nothing',
      listed
    );
  end loop;
end
$$;

-- The ids of a table's records that can go: as the demo brought them, and used by no product that stays.
create function private.removable_demo_ids(entity text) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  uses record;
  ids uuid[];
begin
  execute format('select array_agg(id order by id) from public.%I join private.demo_records using (id, version)', entity) into ids;
  -- The rows that say which products use a record, and their column of it.
  select * into uses from (
    values ('categories', 'products', 'id', 'category_id'), ('subcategories', 'products', 'id', 'subcategory_id')
    union all
    select other, name, one_id, other_id from private.link_tables() where one = 'products' and other is not null
  ) as used (entity, name, product_id, record_id)
  where used.entity = removable_demo_ids.entity;
  if found then
    execute format(
      'select array_agg(removable.id order by removable.id) from unnest($1) as removable (id) where not exists (
         select from public.%1$I as used_by join public.products as product on product.id = used_by.%2$I
         left join private.demo_records as demo on demo.id = product.id and demo.version = product.version
         where used_by.%3$I = removable.id and demo.id is null
       )',
      uses.name, uses.product_id, uses.record_id
    ) into ids using ids;
  end if;
  return coalesce(ids, '{}');
end
$$;

create function private.demo_summary() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.is_admin() then jsonb_build_object(
    'removable', (
      select coalesce(jsonb_object_agg(entity, records), '{}')
      from (select name as entity, cardinality(private.removable_demo_ids(name)) as records from private.demo_tables()) as counted
      where records > 0
    ),
    'changed_products', (
      select count(*) from private.demo_records as demo join public.products using (id) where products.version <> demo.version
    ),
    'removed_at', (
      select max(deleted_at) from private.demo_removals join public.deleted_records on id = undo_id
      where deleted_at > now() - interval '1 day'
    )
  ) end
$$;

select private.expose('demo_summary',
  'What remove_demo would remove, and whether restore_demo can bring it back: {"removable", "changed_products", "removed_at"}: the number of records by table, how many products stay since they were changed, and when the last part was removed, null a day later. Null for anyone but administrators.');

create function private.remove_demo(most integer default 100) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  part record;
  deletion jsonb;
begin
  perform private.require(private.is_admin(), 'You may not remove the demo');
  perform private.require(most between 1 and 1000, 'A part of the demo has 1 to 1000 records', '22023');
  select name as entity, ids[:most] as ids into part
  from private.demo_tables() cross join lateral private.removable_demo_ids(name) as ids
  where cardinality(ids) > 0 order by step limit 1;
  if not found then
    update public.site_settings set
      contact_email = nullif(contact_email, (private.demo_contact()).email),
      contact_address = nullif(contact_address, (private.demo_contact()).address)
    where contact_email = (private.demo_contact()).email or contact_address = (private.demo_contact()).address;
    return jsonb_build_object('entity', null, 'deleted', 0);
  end if;
  deletion := private.delete_records(part.entity, part.ids);
  insert into private.demo_removals (undo_id) values ((deletion ->> 'undo')::uuid);
  return jsonb_build_object('entity', part.entity, 'deleted', deletion -> 'deleted');
end
$$;

select private.expose('remove_demo',
  'Removes at most so many of the demo''s records that nobody has changed and nothing else uses: {"entity", "deleted"}, null and 0 once none is left, and then the demo''s contact goes from the settings.');

create function private.restore_demo() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  part record;
  ids uuid[];
begin
  perform private.require(private.is_admin(), 'You may not restore the demo');
  select undo_id, entity, scope, record into part
  from private.demo_removals join public.deleted_records on id = undo_id
  where deleted_at > now() - interval '1 day' order by number desc limit 1;
  if not found then
    update public.site_settings set
      contact_email = coalesce(contact_email, (private.demo_contact()).email),
      contact_address = coalesce(contact_address, (private.demo_contact()).address)
    where (contact_email is null or contact_address is null) and private.own_products() is null;
    return jsonb_build_object('restored', 0);
  end if;
  ids := case
    when part.scope = 'records' then array(select value::uuid from jsonb_array_elements_text(part.record -> 'ids')) else array[part.undo_id]
  end;
  perform public.restore_record(part.undo_id);
  execute format(
    'update private.demo_records as demo set version = restored.version from public.%I as restored where restored.id = demo.id and demo.id = any ($1)',
    part.entity
  ) using ids;
  return jsonb_build_object('restored', cardinality(ids));
end
$$;

select private.expose('restore_demo',
  'Restores the part of the demo that was removed last, within a day: {"restored"}, how many records it had, 0 once none is left.');

CREATE OR REPLACE TRIGGER drop_contact AFTER DELETE ON public.leads FOR EACH ROW WHEN ((old.contact_id IS NOT NULL)) EXECUTE FUNCTION private.drop_contact_of_lead();

comment on function public.site_details() is 'What the owner has set of what every page shows, without what is not set: "counts" and "pharma_hints" are there where they are off, "terms_changed_on" where the page /terms is, and "own_products", how many the catalogue shows, once none is there as the demo brought it.';

revoke all on function private.store_demo_records() from public, anon, authenticated, service_role;

revoke all on function private.drop_contact_of_lead() from public, anon, authenticated, service_role;

revoke all on function private.demo_tables(OUT name text, OUT step bigint) from public, anon, authenticated, service_role;

revoke all on function private.demo_contact(OUT email text, OUT address text) from public, anon, authenticated, service_role;

revoke all on function private.removable_demo_ids(entity text) from public, anon, authenticated, service_role;

revoke all on function public.demo_summary() from public, anon, authenticated, service_role;
grant execute on function public.demo_summary() to authenticated, service_role;

revoke all on function private.demo_summary() from public, anon, authenticated, service_role;
grant execute on function private.demo_summary() to authenticated, service_role;

revoke all on function private.own_products() from public, anon, authenticated, service_role;
grant execute on function private.own_products() to service_role;

revoke all on function public.remove_demo(most integer) from public, anon, authenticated, service_role;
grant execute on function public.remove_demo(most integer) to authenticated, service_role;

revoke all on function private.remove_demo(most integer) from public, anon, authenticated, service_role;
grant execute on function private.remove_demo(most integer) to authenticated, service_role;

revoke all on function public.restore_demo() from public, anon, authenticated, service_role;
grant execute on function public.restore_demo() to authenticated, service_role;

revoke all on function private.restore_demo() from public, anon, authenticated, service_role;
grant execute on function private.restore_demo() to authenticated, service_role;
-- Written until here.

-- A site that began with the demo has its records.
select private.store_demo_records();
