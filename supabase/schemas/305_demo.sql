-- The demo catalogue of the first start goes in parts, and comes back for a day (product.md, section 2, Administration).

create table private.demo_records (
  id uuid primary key,
  version integer not null
);
comment on table private.demo_records is
  'The records that the demo brought, with their version then: a record of another version has been changed since, and is the owner''s.';

create table private.demo_removals (
  number bigint generated always as identity primary key,
  undo_id uuid not null references public.deleted_records (id) on delete cascade
);
comment on table private.demo_removals is 'What restore_record takes for each part of the demo that was removed.';
create index demo_removals_of_record on private.demo_removals (undo_id);

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
  perform private.require(most between 1 and 1000, 'Name 1 to 1000 records of the demo at a time', '22023');
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
select private.expose('restore_demo',
  'Restores the part of the demo that was removed last, within a day: {"restored"}, how many records it had, 0 once none is left.');
