-- first steps and parts
select set_config('lock_timeout', '5s', true);

alter table private.settings
  drop constraint settings_name_known,
  add constraint settings_name_known check (
    name in (
      'client_address_header', 'share_inner_block', 'share_outer_block', 'hash_secret', 'mail_is_files', 'backups', 'first_steps_dismissed'
    )
  );
alter table public.outbox
  drop constraint outbox_kind_known, drop constraint outbox_about,
  add constraint outbox_kind_known check (kind in (
    'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
    'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code', 'kept_years', 'test'
  )),
  add constraint outbox_about check (
    (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning')) and (invitation_id is not null) = (kind = 'invitation')
    and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'invitation', 'factor_removed', 'data_link', 'kept_years', 'test'))
  );
alter table public.site_settings
  add column logo_dark_url text
    constraint site_settings_logo_dark_url_form check (private.is_product_image_path(logo_dark_url) or private.is_web_address(logo_dark_url)),
  add column colour_scheme text constraint site_settings_colour_scheme_known check (colour_scheme = 'light');
alter table public.deleted_records add column part_of uuid;
create index deleted_records_of_whole on public.deleted_records (part_of);
update public.deleted_records as part set part_of = whole.id
from public.deleted_records as whole, jsonb_array_elements_text(whole.record -> 'ids') as listed
where whole.scope = 'records' and part.id = listed.value::uuid;
delete from private.demo_records as demo using public.deleted_records as deleted, private.demo_removals as removal
where deleted.id = demo.id and removal.undo_id in (deleted.id, deleted.part_of);

-- Written by npm run migration from supabase/schemas.
drop function public.delete_records(entity text, ids uuid[], words text, filters jsonb);

drop function public.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text);

drop function private.matching_product_ids(words text, filters jsonb);

drop function private.delete_records(entity text, ids uuid[], words text, filters jsonb);

drop function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text);

-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create or replace function private.normalize_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new := jsonb_populate_record(new, coalesce((
    select jsonb_object_agg(field.key, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from jsonb_each_text(to_jsonb(new)) as field
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case when field.key in ('logo_url', 'logo_dark_url') then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    join pg_attribute on attrelid = tg_relid and attname = field.key and atttypid = 'text'::regtype
    -- A band is chosen and not typed.
    where field.key <> 'budget' and (normal.text is distinct from field.value or normal.text = '')
  ), '{}'));
  return new;
end
$$;

-- Whether the catalogue shows gifts of the industry that the home page names.
create function private.sells_pharma() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.industry_tags as industry
    join public.product_industry_tags as link on link.industry_tag_id = industry.id
    join public.products as product on product.id = link.product_id
    where lower(industry.name) = 'pharmaceutical' and product.is_sample
  )
$$;

create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'logo_dark_url', logo_dark_url,
    'colour_scheme', colour_scheme, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', own_products,
    'sells_pharma', nullif(own_products is not null and private.sells_pharma(), false)
  ))
  from private.own_products() as own_products left join public.site_settings on true
$$;

create or replace function public.unused_product_images() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with quoted as materialized (
      -- A version that was sent is read with its pictures, whatever has become of the products.
      select private.stored_image_name(line ->> 'image_url') as name
      from public.quotation_versions cross join lateral jsonb_array_elements(content -> 'lines') as line
      union
      select private.stored_image_name(frozen #>> '{seller,logo_url}') from public.quotation_versions
    )
    select object.name
    from storage.objects as object
    cross join lateral (select array[object.name, private.original_image_name(object.name)] as names) as either
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and object.created_at < now() - interval '1 day'
      and not exists (
        select from private.released_images as released
        where released.name = any (names) and released.released_at >= now() - interval '1 day'
      )
      and not exists (select from public.products where private.stored_image_name(image_url) = any (names))
      and not exists (select from public.product_pictures where private.stored_image_name(url) = any (names))
      and not exists (select from public.client_logos where private.stored_image_name(logo_url) = any (names))
      and not exists (
        select from public.site_settings
        where private.stored_image_name(logo_url) = any (names) or private.stored_image_name(logo_dark_url) = any (names)
          or private.stored_image_name(hero_image_url) = any (names)
      )
      and object.name not in (select name from quoted where name is not null)
      and coalesce(private.original_image_name(object.name), '') not in (select name from quoted where name is not null)
      -- Those that can still be restored: a policy hides the others.
      and not exists (select from public.deleted_records where image_names && names)
      and not exists (
        select from public.import_rows as line join public.deleted_records as undo on undo.id = line.import_id
        where line.image_names && names
      )
    order by object.name
    limit 1000
  );
end
$$;

-- The condition on private.product_search that words and filters make, with the patterns of the words as $1 and the facet
-- ids as $2. Each word is in the product's name or one of its codes, or in the name of its category or of one of its tags.
create or replace function private.product_condition(words text, filters jsonb, out condition text, out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  word record;
  named uuid[];
  filter record;
begin
  condition := 'true';
  facet_ids := '{}';
  for word in select pattern, position from unnest(private.word_patterns(words)) with ordinality as input (pattern, position) loop
    -- One letter is in most names, and is looked for in products only.
    named := array(
      select id from private.facets
      where section in ('category', 'industry', 'theme', 'doctor_type') and char_length(word.pattern) > 3
        and lower(name) like word.pattern
    );
    condition := condition || format(
      ' and (search_name like $1[%1$s] or codes like $1[%1$s]' || case when named = '{}' then ')' else ' or facet_ids && %2$L)' end,
      word.position, named
    );
  end loop;
  for filter in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if filter.key in ('sample', 'featured') then
      condition := condition || format(' and is_%s = %L', filter.key, filter.value = 'yes');
    elsif filter.key = 'health' and filter.value = 'untagged' then
      facet_ids := facet_ids || array[private.facet_id('industry'), private.facet_id('theme'), private.facet_id('doctor_type')];
    elsif filter.key = 'health' and private.health_condition(filter.value) is not null then
      condition := condition || private.health_condition(filter.value);
    elsif filter.key in ('seen_never_asked', 'asked_never_quoted', 'quoted_declined') and filter.value = 'yes' then
      perform private.require(private.is_admin(), 'Only administrators can see figures');
      condition := condition || format(
        ' and product_id in (select product_id from private.product_counts where %s)', private.counted_products_condition(filter.key)
      );
    elsif filter.key = 'import' then
      perform private.require(private.is_admin(), 'Only administrators can see imports');
      condition := condition || format(
        ' and product_id in (select product_id from public.import_rows where import_id = %L and outcome in (''created'', ''updated''))', filter.value::uuid
      );
    elsif filter.value = 'none' and filter.key in (
      'category', 'subcategory', 'budget', 'industry', 'theme', 'doctor_type', 'image', 'video'
    ) then
      facet_ids := facet_ids || private.facet_id(filter.key);
    elsif filter.key = 'budget' then
      facet_ids := facet_ids || private.facet_id(filter.value);
    elsif filter.key in ('category', 'subcategory', 'industry', 'theme', 'doctor_type') then
      facet_ids := facet_ids || filter.value::uuid;
    else
      raise exception 'Products have no such filter: %', filter.key using errcode = '22023';
    end if;
  end loop;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $2';
  end if;
end
$$;

-- Puts back the latest part of a whole, and all of one that was not made in parts. Returns how many links or products were left out.
create function private.restore_whole(whole public.deleted_records) returns integer
language plpgsql set search_path = '' as $$
declare
  part public.deleted_records;
begin
  if whole.scope = 'records' then
    return private.restore_deleted(whole.entity, array(
      select id from public.deleted_records where part_of = whole.id order by deleted_at desc, id limit (whole.record ->> 'most')::integer
    ));
  end if;
  select * into part from public.deleted_records where part_of = whole.id order by deleted_at desc, id limit 1;
  if not found then
    part := whole;
  end if;
  delete from public.deleted_records where id = part.id;
  return part.products - cardinality(private.put_back(part.record -> 'products'));
end
$$;

-- All of it or nothing, and of a whole that was made in parts the next part. Links whose other end has gone are left out, and restored
-- with it.
create or replace function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  left_out integer;
  remaining bigint;
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  select * into deleted from public.deleted_records where id = record_id;
  if deleted.scope <> 'record' then
    -- Concurrent ones wait here, and find what is left.
    perform private.lock_for_bulk_change('products', '{}');
    select * into deleted from public.deleted_records where id = record_id;
  end if;
  perform private.require(found, 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'import' then
    delete from public.deleted_records where id = record_id;
    return private.undo_import(deleted);
  end if;
  left_out := case deleted.scope when 'record' then private.restore_deleted(deleted.entity, array[record_id]) else private.restore_whole(deleted) end;
  select coalesce(sum(case deleted.scope when 'edit' then products else 1 end), 0) into remaining from public.deleted_records where part_of = record_id;
  delete from public.deleted_records where id = record_id and remaining = 0;
  return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out', left_out)
    || case when deleted.record ? 'most' then jsonb_build_object('left', remaining) else '{}' end;
end
$$;

-- The ids of the products that find_products finds, on all pages: all, or at most so many beyond one of them in the order of ids.
create function private.matching_product_ids(words text, filters jsonb, beyond uuid default null, most integer default null) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  matching constant record := private.product_condition(words, filters);
  ids uuid[];
begin
  execute format(
    'select array(select product_id from private.product_search where %s and ($3 is null or product_id > $3) order by product_id limit $4)',
    matching.condition
  ) into ids using private.word_patterns(words), matching.facet_ids, beyond, most;
  return ids;
end
$$;

-- The row of a whole that has parts already; none of another kind.
create function private.whole_of(whole uuid, scope text, entity text) returns public.deleted_records
language plpgsql set search_path = '' as $$
declare
  found_row public.deleted_records;
begin
  select * into found_row from public.deleted_records where id = whole;
  perform private.require(
    not found or found_row.scope = whole_of.scope and found_row.entity = whole_of.entity and found_row.record ? 'most', 'This is no whole of such parts', '22023'
  );
  return found_row;
end
$$;

-- A deletion of any size is one of parts, each with the id of its whole, which the first one makes: what restores all of them. Without "ids",
-- a part has "most" of the products that are still found.
create function private.delete_records(
  entity text, ids uuid[] default null, words text default '', filters jsonb default '{}', whole uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  deleted_ids uuid[];
  product_count integer;
  deletion_id uuid;
  before public.deleted_records;
  total integer;
begin
  perform private.require(private.is_admin(), 'You may not delete records');
  perform from pg_catalog.pg_trigger
  where tgname = 'store_deleted_record' and tgrelid = to_regclass(format('public.%I', delete_records.entity));
  perform private.require(found, format('There are no such records: %s', delete_records.entity), '22023');
  if delete_records.ids is null then
    perform private.require(delete_records.entity = 'products', 'Only products can be found by search and filters', '22023');
    ids := private.matching_product_ids(words, filters, null, most);
  end if;
  perform private.lock_for_bulk_change(delete_records.entity, delete_records.ids);
  select * into before from private.whole_of(whole, 'records', delete_records.entity);
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  perform private.require(deleted_ids is not null or before.id is not null, 'They no longer exist', 'PT404');
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and deleted.id = any (deleted_ids) and link ?| array['product_id', 'id'];
  deletion_id := deleted_ids[1];
  if cardinality(deleted_ids) > 1 or whole is not null then
    total := coalesce(cardinality(deleted_ids), 0) + coalesce((before.record ->> 'records')::integer, 0);
    -- The latest of them, so that it is listed first.
    insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
    values (
      coalesce(whole, gen_random_uuid()), delete_records.entity, 'records', format('%s %s', to_char(total, 'FM999,999,999'), replace(delete_records.entity, '_', ' ')),
      jsonb_strip_nulls(jsonb_build_object('records', total, 'most', most)), '{}', product_count + coalesce(before.products, 0), clock_timestamp()
    )
    on conflict (id) do update set
      name = excluded.name, record = excluded.record, products = excluded.products, deleted_at = excluded.deleted_at
    returning id into deletion_id;
    update public.deleted_records set part_of = deletion_id where id = any (deleted_ids);
  end if;
  return jsonb_build_object('deleted', coalesce(cardinality(deleted_ids), 0), 'products', product_count, 'undo', deletion_id);
end
$$;

select private.expose('delete_records',
  'Deletes records of a table with these ids or, without ids, the products that find_products finds on all pages, at most "most": {"deleted", "products", "undo"}, how many, how many products had them, and what restore_record takes to restore them and all parts of the same "whole".');

-- Changes are {"add": {"theme": [ids]}, "remove": {"industry": [ids], "doctor_type": [ids], "branding": [ids]}, "set": {"category",
-- "subcategory", "budget", "sample", "featured", "brand_reminder", and facts by the names of their columns}}. Products that match
-- and are not changed were so already. "label" is the name of the edit among the deleted records. An edit of any size is one of parts, as a
-- deletion is.
create function private.bulk_edit_products(
  changes jsonb, ids uuid[] default null, words text default '', filters jsonb default '{}', is_preview boolean default false,
  label text default '', whole uuid default null, beyond uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plan jsonb;
  wanted jsonb;
  matched integer;
  changed integer;
  edit_id uuid;
  edit constant text := coalesce(nullif(left(trim(label), 200), ''), 'Bulk edit');
  before public.deleted_records;
  -- The codes of the products that get one supplier may be equal.
  may_collide constant boolean := changes #> '{set,supplier}' is not null;
begin
  perform private.require(private.is_admin(), 'You may not change products');
  perform private.check_bulk_changes(changes);
  ids := coalesce(bulk_edit_products.ids, private.matching_product_ids(words, filters, beyond, most));
  if not is_preview or may_collide then
    perform private.lock_for_bulk_change('products', bulk_edit_products.ids);
  end if;
  select count(*) into matched from public.products where id = any (bulk_edit_products.ids);
  plan := private.plan_bulk_edit(bulk_edit_products.ids, changes);
  changed := jsonb_array_length(plan);
  wanted := (select jsonb_agg((change -> 'after') || jsonb_build_object('id', change -> 'id')) from jsonb_array_elements(plan) as change);
  if not is_preview and changed > 0 then
    perform private.put_many(wanted);
    insert into public.deleted_records (id, entity, scope, name, record, links, products, part_of, deleted_at)
    values (gen_random_uuid(), 'products', 'edit', edit, jsonb_build_object('products', plan), '{}', changed, whole, clock_timestamp())
    returning id into edit_id;
    if whole is not null then
      select * into before from private.whole_of(whole, 'edit', 'products');
      insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
      values (whole, 'products', 'edit', edit, jsonb_build_object('most', most), '{}', changed + coalesce(before.products, 0), clock_timestamp())
      on conflict (id) do update set products = excluded.products, deleted_at = excluded.deleted_at
      returning id into edit_id;
    end if;
  end if;
  if is_preview and may_collide and changed > 0 then
    begin
      perform private.put_many(wanted);
      raise exception 'preview' using errcode = 'GW002';
    exception
      when sqlstate 'GW002' then null;
    end;
  end if;
  return jsonb_build_object('matched', matched, 'changed', changed, 'undo', edit_id)
    || case when most is null then '{}' else jsonb_build_object('last', bulk_edit_products.ids[most]) end;
end
$$;

select private.expose('bulk_edit_products',
  'Changes the products with these ids or, without ids, those that find_products finds on all pages, at most "most" beyond one: {"matched", "changed", "undo", "last"}; restore_record takes "undo", and the next part begins beyond "last". A preview changes nothing, and is refused as the edit would be.');

create or replace function private.remove_demo(most integer default 100) returns jsonb
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
  -- What is looked for at each visit is there, or was changed.
  delete from private.demo_records where id = any (part.ids);
  insert into private.demo_removals (undo_id) values ((deletion ->> 'undo')::uuid);
  return jsonb_build_object('entity', part.entity, 'deleted', deletion -> 'deleted');
end
$$;

create or replace function private.restore_demo() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  part record;
  ids uuid[];
begin
  perform private.require(private.is_admin(), 'You may not restore the demo');
  select undo_id, entity into part
  from private.demo_removals join public.deleted_records on id = undo_id
  where deleted_at > now() - interval '1 day' order by number desc limit 1;
  if not found then
    update public.site_settings set
      contact_email = coalesce(contact_email, (private.demo_contact()).email),
      contact_address = coalesce(contact_address, (private.demo_contact()).address)
    where (contact_email is null or contact_address is null) and private.own_products() is null;
    return jsonb_build_object('restored', 0);
  end if;
  ids := array(select id from public.deleted_records where part_of = part.undo_id or id = part.undo_id and scope = 'record');
  perform public.restore_record(part.undo_id);
  execute format(
    'insert into private.demo_records (id, version) select id, version from public.%I where id = any ($1) on conflict (id) do update set version = excluded.version',
    part.entity
  ) using ids;
  return jsonb_build_object('restored', cardinality(ids));
end
$$;

-- One statement, which reads no list. They are the site's steps and not a person's: an administrator who comes later has nothing to do again,
-- so that a dismissal is everybody's. What a server of the embedded backend says of itself (private.settings, "backups") a hosted project lacks.
create function private.first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', site.name is not null,
    'logo', site.logo_url is not null,
    'account', not exists (
      select from auth.users join public.profiles using (id) where is_admin and users.email = 'admin@example.com'
    ),
    'contact', coalesce(site.contact_email <> (private.demo_contact()).email, false),
    'notices', site.notice_emails is not null,
    'seller', exists (select from public.seller_profile where legal_name is not null),
    'seller_state', exists (select from public.seller_profile where state is not null),
    'products', exists (
      select from public.products left join private.demo_records as demo using (id, version) where is_sample and demo.id is null
    ),
    'mail', exists (select from public.outbox where kind = 'test' and state = 'sent')
      and not exists (select from private.settings where settings.name = 'mail_is_files'),
    'demo', case
      when exists (select from private.demo_records join public.products using (id, version)) then false
      when exists (select from private.demo_removals) then true
    end,
    'backup', (select value = 'yes' from private.settings where settings.name = 'backups')
  ))
  from (values (1)) as one left join public.site_settings as site on true
  where private.is_admin() and not exists (select from private.settings where settings.name = 'first_steps_dismissed')
$$;

select private.expose('first_steps',
  'Which first steps of a site are done: an object of true and false, without those that do not apply. Null once they were dismissed, and for anyone but administrators.');

create function private.dismiss_first_steps() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'You may not dismiss the first steps');
  insert into private.settings (name, value) values ('first_steps_dismissed', 'yes') on conflict do nothing;
end
$$;

select private.expose('dismiss_first_steps', 'Hides the first steps for all administrators.');

-- One an address: a repeated test takes the place of the one before.
create function private.send_test_mail() returns text
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := (select email from auth.users where id = auth.uid());
begin
  perform private.require(private.is_admin(), 'You may not send a test e-mail');
  perform private.require(
    not exists (select from private.settings where name = 'mail_is_files'),
    'The server has no mail server yet: set SMTP_URL, as in docs/deploy.md, “E-mail by SMTP”', '22023'
  );
  perform private.require(private.is_deliverable(address), format('No e-mail can be sent to %s', address), '22023');
  delete from public.outbox where kind = 'test' and recipient = address;
  insert into public.outbox (kind, recipient) values ('test', address);
  return address;
end
$$;

select private.expose('send_test_mail', 'Sends an e-mail to the caller''s own address, and returns the address.');

CREATE OR REPLACE TRIGGER release_dark_logo AFTER DELETE OR UPDATE OF logo_dark_url ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.release_image('logo_dark_url');

comment on column public.site_settings.logo_dark_url is 'The logo on dark backgrounds; null for the same one.';

comment on column public.site_settings.colour_scheme is '"light" where the website is always light; null where it follows the device.';

comment on table private.settings is 'Settings of a project that its owner changes in SQL, the secrets of shared links and of keyed hashes, and what the server says of itself.';

comment on function public.site_details() is 'What the owner has set of what every page shows, without what is not set: "counts" and "pharma_hints" are there where they are off, "terms_changed_on" where the page /terms is, and once no product is there as the demo brought it "own_products", how many the catalogue shows, and "sells_pharma".';

comment on column public.deleted_records.scope is 'record; records for several that were deleted together, each with a row of its own; edit for an edit of many products: "record" has what it changed; import for an import, with its id.';

comment on column public.deleted_records.part_of is 'The row of what was deleted or edited with it, in one statement or in parts: a whole whose "record" has "most" was made in parts of at most so many, and goes back in such.';

comment on function public.restore_record(pg_catalog.uuid) is 'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed, which come back with it. Of what was made in parts it restores the last one, and "left" says how many remain.';

comment on table public.outbox is 'E-mails about leads, invitations, removed second factors, quotations, a person''s own data and how long quotations are kept, and tests, queued and sent.';

revoke all on function private.sells_pharma() from public, anon, authenticated, service_role;

revoke all on function private.whole_of(whole uuid, scope text, entity text) from public, anon, authenticated, service_role;

revoke all on function private.matching_product_ids(words text, filters jsonb, beyond uuid, most integer) from public, anon, authenticated, service_role;

revoke all on function public.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function public.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) to authenticated, service_role;

revoke all on function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) to authenticated, service_role;

revoke all on function public.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function public.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) to authenticated, service_role;

revoke all on function private.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) to authenticated, service_role;

revoke all on function public.dismiss_first_steps() from public, anon, authenticated, service_role;
grant execute on function public.dismiss_first_steps() to authenticated, service_role;

revoke all on function private.dismiss_first_steps() from public, anon, authenticated, service_role;
grant execute on function private.dismiss_first_steps() to authenticated, service_role;

revoke all on function public.first_steps() from public, anon, authenticated, service_role;
grant execute on function public.first_steps() to authenticated, service_role;

revoke all on function private.first_steps() from public, anon, authenticated, service_role;
grant execute on function private.first_steps() to authenticated, service_role;

revoke all on function private.restore_whole(whole public.deleted_records) from public, anon, authenticated, service_role;
grant execute on function private.restore_whole(whole public.deleted_records) to authenticated, service_role;

revoke all on function public.send_test_mail() from public, anon, authenticated, service_role;
grant execute on function public.send_test_mail() to authenticated, service_role;

revoke all on function private.send_test_mail() from public, anon, authenticated, service_role;
grant execute on function private.send_test_mail() to authenticated, service_role;
-- Written until here.
