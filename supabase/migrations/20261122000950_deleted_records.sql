-- A deleted record can be restored for 30 days, with its id and its links. Triggers store it, so that it can be
-- whichever way it was deleted: in the back office, through the API, or with many others.
select set_config('lock_timeout', '5s', true);

create table public.deleted_records (
  -- The record's own id, which is unique among all tables.
  id uuid primary key,
  entity text not null
    constraint deleted_records_entity_known
    check (entity in (
      'products', 'categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes', 'stats_blocks', 'client_logos'
    )),
  name text not null,
  record jsonb not null,
  links jsonb not null,
  products integer not null,
  image_name text,
  deleted_at timestamptz not null default now()
);
comment on table public.deleted_records is 'What administrators can restore: each record that was deleted in the last 30 days.';
comment on column public.deleted_records.entity is 'The table that the record was in.';
comment on column public.deleted_records.links is
  'The rows that linked it to others, by their table; of products, the id, the category and the subcategory.';
comment on column public.deleted_records.products is 'How many products it was taken from; 0 for a product.';
comment on column public.deleted_records.image_name is 'The stored image that it shows, which stays as long as it can be restored.';

create index deleted_records_newest on public.deleted_records (deleted_at desc, id);
create index deleted_records_of_image on public.deleted_records (image_name) where image_name is not null;

select private.protect('public.deleted_records');
grant select, delete on public.deleted_records to authenticated;
-- Older ones are only waiting to be removed.
create policy "administrators read what can be restored" on public.deleted_records for select to authenticated
using ((select private.is_admin()) and deleted_at > now() - interval '30 days');
create policy "administrators delete" on public.deleted_records for delete to authenticated
using ((select private.is_admin()));

-- Before the foreign keys act, while the record is locked and its links are there. One of the four link tables has the
-- record on one side or the other; ids are unique among all tables.
create function private.store_deleted_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  record constant jsonb := to_jsonb(old);
  links jsonb;
begin
  links := jsonb_strip_nulls(jsonb_build_object(
    'subcategory_categories', (
      select jsonb_agg(link) from public.subcategory_categories as link where old.id in (subcategory_id, category_id)
    ),
    'product_industry_tags', (
      select jsonb_agg(link) from public.product_industry_tags as link where old.id in (product_id, industry_tag_id)
    ),
    'product_themes', (
      select jsonb_agg(link) from public.product_themes as link where old.id in (product_id, theme_id)
    ),
    'product_doctor_type_tags', (
      select jsonb_agg(link) from public.product_doctor_type_tags as link where old.id in (product_id, doctor_type_tag_id)
    ),
    'products', (
      select jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id))
      from public.products where old.id in (category_id, subcategory_id)
    )
  ));
  insert into public.deleted_records (id, entity, name, record, links, products, image_name)
  values (
    old.id, tg_table_name, coalesce(record ->> 'name', record ->> 'title'), record, links,
    (
      select count(distinct coalesce(link ->> 'product_id', link ->> 'id'))
      from jsonb_each(links) as kind, jsonb_array_elements(kind.value) as link
      where coalesce(link ->> 'product_id', link ->> 'id') <> old.id::text
    ),
    private.stored_image_name(coalesce(record ->> 'image_url', record ->> 'logo_url'))
  )
  on conflict (id) do update set
    entity = excluded.entity, name = excluded.name, record = excluded.record, links = excluded.links,
    products = excluded.products, image_name = excluded.image_name, deleted_at = excluded.deleted_at;
  -- Waits for nobody who does the same.
  delete from public.deleted_records as past using (
    select id from public.deleted_records
    where deleted_at <= now() - interval '30 days' limit 20 for update skip locked
  ) as old_enough where past.id = old_enough.id;
  return old;
end
$$;

do $$
declare
  managed text;
begin
  foreach managed in array array[
    'products', 'categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes', 'stats_blocks', 'client_logos'
  ] loop
    execute format(
      'create trigger store_deleted_record before delete on public.%I for each row execute function private.store_deleted_record()',
      managed
    );
  end loop;
end
$$;

-- All of it or nothing. Links whose other end has gone are left out.
create function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  deleted public.deleted_records;
  link record;
  restored integer;
  left_out integer := 0;
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  select * into deleted from public.deleted_records where id = restore_record.record_id;
  if not found then
    raise exception 'It can no longer be restored, or it has been already' using errcode = 'PT404';
  end if;

  if deleted.entity = 'products' then
    for link in select * from (values ('category_id', 'categories'), ('subcategory_id', 'subcategories')) as keys (key, other) loop
      if deleted.record ->> link.key is not null then
        execute format('select from public.%I where id = $1 for key share', link.other) using (deleted.record ->> link.key)::uuid;
        get diagnostics restored = row_count;
        if restored = 0 then
          deleted.record := deleted.record || jsonb_build_object(link.key, null);
          left_out := left_out + 1;
        end if;
      end if;
    end loop;
  end if;

  -- Two who restore the same record insert it one after the other.
  begin
    execute format('insert into public.%I select restored.* from jsonb_populate_record(null::public.%1$I, $1) as restored', deleted.entity)
    using deleted.record;
  exception
    when unique_violation then
      raise exception using errcode = '23505', message = case
        when exists (select from public.deleted_records where id = deleted.id)
          then format('There is another one named "%s" now: rename that one first', deleted.name)
        else 'It has been restored already'
      end;
  end;

  for link in
    select * from (values
      ('subcategory_categories', 'subcategories', 'subcategory_id', 'categories', 'category_id'),
      ('product_industry_tags', 'products', 'product_id', 'industry_tags', 'industry_tag_id'),
      ('product_themes', 'products', 'product_id', 'themes', 'theme_id'),
      ('product_doctor_type_tags', 'products', 'product_id', 'doctor_type_tags', 'doctor_type_tag_id')
    ) as links (name, one, one_id, other, other_id)
    where deleted.links ? name
  loop
    execute format(
      'insert into public.%1$I select link.* from jsonb_populate_recordset(null::public.%1$I, $1) as link
       join public.%2$I as one on one.id = link.%3$I join public.%4$I as other on other.id = link.%5$I
       for key share of one, other',
      link.name, link.one, link.one_id, link.other, link.other_id
    ) using deleted.links -> link.name;
    get diagnostics restored = row_count;
    left_out := left_out + jsonb_array_length(deleted.links -> link.name) - restored;
  end loop;

  -- Products that were given another category or subcategory meanwhile keep it.
  if deleted.links ? 'products' then
    update public.products as product set category_id = former.category_id, subcategory_id = subcategory.id
    from jsonb_to_recordset(deleted.links -> 'products') as former (id uuid, category_id uuid, subcategory_id uuid)
    left join public.subcategories as subcategory on subcategory.id = former.subcategory_id
    where product.id = former.id and product.subcategory_id is null
      and coalesce(product.category_id, deleted.id) = former.category_id;
    get diagnostics restored = row_count;
    left_out := left_out + jsonb_array_length(deleted.links -> 'products') - restored;
  end if;

  delete from public.deleted_records where id = deleted.id;
  return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out', left_out);
end
$$;
comment on function public.restore_record is
  'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed.';
