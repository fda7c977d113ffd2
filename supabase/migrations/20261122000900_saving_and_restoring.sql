-- A record and its links are saved in one transaction. The caller's own rights decide (specification, section 6), and
-- a row that is missing, changed since or refused is an error.
select set_config('lock_timeout', '5s', true);

-- Says why an update changed no row: another one came first (HTTP 409), it is not the caller's to change, or it is
-- gone (HTTP 404). `current_version` is what the caller sees of the row, null for no row.
create function private.refuse_change(current_version integer, expected_version integer, entity text) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_version is null then
    raise exception 'This % does not exist', entity using errcode = 'PT404';
  elsif current_version <> expected_version then
    raise exception 'This % has changed since it was opened', entity using errcode = 'PT409';
  end if;
  raise exception 'You may not change this %', entity using errcode = '42501';
end
$$;

create function public.save_product(
  product jsonb, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[],
  product_id uuid default null, product_version integer default null
) returns public.products
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted public.products;
  saved public.products;
  doctor_type_ids uuid[];
  fields constant text[] := array[
    'name', 'image_url', 'image_widths', 'image_colour', 'video_url', 'category_id', 'subcategory_id', 'budget',
    'is_sample', 'is_featured', 'sku'
  ];
begin
  if jsonb_typeof(product) is distinct from 'object' then
    raise exception 'A product is an object of its fields' using errcode = '22023';
  end if;
  if exists (select from jsonb_object_keys(product) as field where field <> all (fields)) then
    raise exception 'A product has no such field: %', (
      select string_agg(field, ', ' order by field) from jsonb_object_keys(product) as field where field <> all (fields)
    ) using errcode = '22023';
  end if;
  wanted := jsonb_populate_record(null::public.products, product);
  wanted.image_url := private.without_own_host(private.trimmed(wanted.image_url));

  -- The form may be older than the sweep that removed its image.
  if private.is_product_image_path(wanted.image_url) and not exists (
    select from storage.objects
    where bucket_id = 'product-images' and name = private.stored_image_name(wanted.image_url)
  ) then
    raise exception 'The picture was removed meanwhile: choose it again'
      using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
  end if;

  if wanted.subcategory_id is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = wanted.subcategory_id and link.category_id = wanted.category_id
  ) then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;

  if save_product.product_id is null then
    insert into public.products (
      name, image_url, image_widths, image_colour, video_url, category_id, subcategory_id, budget, is_sample, is_featured,
      sku
    )
    values (
      wanted.name, wanted.image_url, wanted.image_widths, wanted.image_colour, wanted.video_url, wanted.category_id,
      wanted.subcategory_id, wanted.budget, coalesce(wanted.is_sample, false), coalesce(wanted.is_featured, false),
      wanted.sku
    )
    returning * into saved;
  else
    update public.products set
      name = wanted.name,
      image_url = wanted.image_url,
      -- An older program knows nothing of sizes and codes: what it does not speak of stays, sizes as long as the image does.
      image_widths = case
        when image_url = wanted.image_url and not product ? 'image_widths' then image_widths else wanted.image_widths
      end,
      image_colour = case
        when image_url = wanted.image_url and not product ? 'image_colour' then image_colour else wanted.image_colour
      end,
      video_url = wanted.video_url,
      category_id = wanted.category_id,
      subcategory_id = wanted.subcategory_id,
      budget = wanted.budget,
      is_sample = coalesce(wanted.is_sample, false),
      is_featured = coalesce(wanted.is_featured, false),
      sku = case when product ? 'sku' then wanted.sku else sku end
    where id = save_product.product_id and version = coalesce(save_product.product_version, version)
    returning * into saved;
    if not found then
      perform private.refuse_change(
        (select version from public.products where id = save_product.product_id), save_product.product_version, 'product'
      );
    end if;
  end if;

  -- Doctor types belong to pharmaceutical products only (specification, section 5).
  if exists (
    select from public.industry_tags as tag
    where tag.id = any (save_product.industry_tag_ids) and lower(tag.name) = 'pharmaceutical'
  ) then
    doctor_type_ids := save_product.doctor_type_tag_ids;
  end if;

  delete from public.product_industry_tags as link
  where link.product_id = saved.id and link.industry_tag_id <> all (coalesce(save_product.industry_tag_ids, '{}'));
  insert into public.product_industry_tags (product_id, industry_tag_id)
  select saved.id, chosen from unnest(save_product.industry_tag_ids) as chosen
  on conflict do nothing;

  delete from public.product_themes as link
  where link.product_id = saved.id and link.theme_id <> all (coalesce(save_product.theme_ids, '{}'));
  insert into public.product_themes (product_id, theme_id)
  select saved.id, chosen from unnest(save_product.theme_ids) as chosen
  on conflict do nothing;

  delete from public.product_doctor_type_tags as link
  where link.product_id = saved.id and link.doctor_type_tag_id <> all (coalesce(doctor_type_ids, '{}'));
  insert into public.product_doctor_type_tags (product_id, doctor_type_tag_id)
  select saved.id, chosen from unnest(doctor_type_ids) as chosen
  on conflict do nothing;

  return saved;
end
$$;
comment on function public.save_product is
  'Creates a product, or updates the one with product_id, and replaces its three kinds of tags: all of it or nothing. With product_version, only if that is still its version.';

create function public.save_subcategory(
  name text, description text, category_ids uuid[],
  subcategory_id uuid default null, subcategory_version integer default null
) returns public.subcategories
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  saved public.subcategories;
begin
  if save_subcategory.subcategory_id is null then
    insert into public.subcategories (name, description)
    values (save_subcategory.name, save_subcategory.description)
    returning * into saved;
  else
    update public.subcategories set name = save_subcategory.name, description = save_subcategory.description
    where id = save_subcategory.subcategory_id and version = coalesce(save_subcategory.subcategory_version, version)
    returning * into saved;
    if not found then
      perform private.refuse_change(
        (select version from public.subcategories where id = save_subcategory.subcategory_id),
        save_subcategory.subcategory_version, 'subcategory'
      );
    end if;
  end if;

  delete from public.subcategory_categories as link
  where link.subcategory_id = saved.id and link.category_id <> all (coalesce(save_subcategory.category_ids, '{}'));
  insert into public.subcategory_categories (subcategory_id, category_id)
  select saved.id, chosen from unnest(save_subcategory.category_ids) as chosen
  on conflict do nothing;

  return saved;
end
$$;
comment on function public.save_subcategory is
  'Creates a subcategory, or updates the one with subcategory_id, and replaces its categories: all of it or nothing. With subcategory_version, only if that is still its version.';

-- A deleted record can be restored for 30 days, with its id and its links. Triggers store it, so that it can be
-- whichever way it was deleted: in the back office, through the API, or with many others.
create table public.deleted_records (
  -- The record's own id, which is unique among all tables.
  id uuid primary key,
  entity text not null
    constraint deleted_records_entity_known
    check (entity in (
      'products', 'categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes', 'stats_blocks', 'client_logos',
      'reply_templates'
    )),
  name text not null,
  record jsonb not null,
  links jsonb not null,
  products integer not null,
  image_name text,
  deleted_at timestamptz not null default now(),
  scope text not null default 'record' constraint deleted_records_scope_known check (scope in ('record', 'records', 'edit', 'import'))
);
comment on table public.deleted_records is 'What administrators can restore: each record that was deleted in the last 30 days.';
comment on column public.deleted_records.entity is 'The table that the record was in.';
comment on column public.deleted_records.scope is
  'record; records for several that were deleted together: "record" has their ids, and each has a row of its own; edit for an edit of many products: "record" has what it changed; import for an import, with its id.';
comment on column public.deleted_records.links is
  'The rows that linked it to others, by their table; of products, the id, the category and the subcategory.';
comment on column public.deleted_records.products is 'How many products it was taken from; 0 for a product.';
comment on column public.deleted_records.image_name is 'The stored image that it shows, which stays as long as it can be restored.';

create index deleted_records_newest on public.deleted_records (deleted_at desc, id);
create index deleted_records_of_image on public.deleted_records (image_name) where image_name is not null;

select private.enable_row_security('public.deleted_records');
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
  perform private.delete_expired(
    'public.deleted_records', 'deleted_at <= now() - interval ''30 days'' order by deleted_at limit 20'
  );
  return old;
end
$$;

do $$
declare
  managed text;
begin
  foreach managed in array array[
    'products', 'categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes', 'stats_blocks', 'client_logos',
    'reply_templates'
  ] loop
    execute format(
      'create trigger store_deleted_record before delete on public.%I for each row execute function private.store_deleted_record()',
      managed
    );
  end loop;
end
$$;

-- Links to records that are deleted, too, wait with those, so that the one that is restored last brings them back. Runs as
-- the owner, since no role of the API writes deleted records.
create function private.defer_restored_links(links jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  update public.deleted_records as other set links = other.links || waiting.links
  from (
    select id, jsonb_object_agg(kind, coalesce(links -> kind, '[]') || deferred) as links
    from (
      select kind.key as kind, record.value::uuid as id, jsonb_agg(link.value) as deferred
      from jsonb_each(defer_restored_links.links) as kind, jsonb_array_elements(kind.value) as link, jsonb_each_text(link.value) as record
      group by 1, 2
    ) as ends join public.deleted_records using (id)
    group by id
  ) as waiting
  where other.id = waiting.id;
end
$$;

-- Restores deleted records of one table with their links, all of them or none, and each step once for all of them: there may
-- be thousands of products. Returns how many links were left out, since their other end has gone or changed.
create function private.restore_deleted(entity text, ids uuid[]) returns integer
language plpgsql set search_path = ''
as $$
declare
  link record;
  restored integer;
  left_out integer;
  former_links jsonb;
  violated text;
  taken text;
begin
  -- What is there now is there until the end of the transaction.
  perform from public.categories
  where id in (select (record ->> 'category_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;
  perform from public.subcategories
  where id in (select (record ->> 'subcategory_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;

  if entity = 'products' then
    perform private.defer_product_search();
  end if;
  -- Concurrent restores of the same record insert it one after the other.
  begin
    execute format(
      'insert into public.%1$I select restored.* from public.deleted_records as deleted
       cross join jsonb_populate_record(null::public.%1$I, deleted.record || jsonb_build_object(
         ''category_id'', (select id from public.categories where id = (deleted.record ->> ''category_id'')::uuid),
         ''subcategory_id'', (select id from public.subcategories where id = (deleted.record ->> ''subcategory_id'')::uuid)
       )) as restored where deleted.id = any ($1)',
      entity
    ) using ids;
    get diagnostics restored = row_count;
  exception
    when unique_violation then
      get stacked diagnostics violated = constraint_name;
      if violated = 'products_sku_unique' and cardinality(ids) > 1 then
        raise exception 'Other products have their supplier codes now: change those first' using errcode = '23505';
      elsif violated = 'products_sku_unique' then
        raise exception 'Another product has the supplier code % now: change that one first', (
          select record ->> 'sku' from public.deleted_records where id = any (ids)
        ) using errcode = '23505';
      elsif violated = entity || '_name_unique' then
        execute format(
          'select deleted.name from public.deleted_records as deleted join public.%I as other on lower(other.name) = lower(deleted.name)
           where deleted.id = any ($1) order by 1 limit 1',
          entity
        ) into taken using ids;
        raise exception 'There is another one named "%" now: rename that one first', taken using errcode = '23505';
      end if;
      raise exception 'It has been restored already' using errcode = '23505';
  end;
  if restored = 0 then
    raise exception 'It can no longer be restored, or it has been already' using errcode = 'PT404';
  end if;
  select
    count((record ->> 'category_id')::uuid) + count((record ->> 'subcategory_id')::uuid) - count(category.id) - count(subcategory.id)
  into left_out
  from public.deleted_records
  left join public.categories as category on category.id = (record ->> 'category_id')::uuid
  left join public.subcategories as subcategory on subcategory.id = (record ->> 'subcategory_id')::uuid
  where deleted_records.id = any (ids);

  -- Their own end exists. Joining it would be planned with statistics from after the deletion, as if there were none.
  for link in
    select name, case entity when one then other else one end as other_end, case entity when one then other_id else one_id end as other_end_id
    from private.link_tables() where entity in (one, other)
  loop
    execute format(
      'insert into public.%1$I select link.* from public.deleted_records as deleted
       cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as link
       join public.%2$I as other_end on other_end.id = link.%3$I
       where deleted.id = any ($1) for key share of other_end',
      link.name, link.other_end, link.other_end_id
    ) using ids;
    get diagnostics restored = row_count;
    left_out := left_out - restored + (
      select coalesce(sum(jsonb_array_length(deleted.links -> link.name)), 0) from public.deleted_records as deleted where deleted.id = any (ids)
    );
  end loop;

  if entity = 'products' then
    perform private.refresh_deferred_product_search(ids);
  end if;

  -- Products that were given another category or subcategory meanwhile keep it, and a subcategory restores no category.
  update public.products as product set category_id = former.category_id, subcategory_id = subcategory.id
  from (
    -- One that lost its subcategory first, and its category then, has two.
    select distinct on (former.id) former.*, deleted.id as restored_id
    from public.deleted_records as deleted
    cross join jsonb_to_recordset(deleted.links -> 'products') as former (id uuid, category_id uuid, subcategory_id uuid)
    where deleted.id = any (ids)
    order by former.id, former.subcategory_id nulls last
  ) as former
  join public.categories as category on category.id = former.category_id
  left join public.subcategories as subcategory on subcategory.id = former.subcategory_id
  where product.id = former.id and product.subcategory_id is null
    and coalesce(product.category_id, case when former.restored_id is distinct from former.subcategory_id then former.category_id end)
      = former.category_id;
  get diagnostics restored = row_count;
  left_out := left_out - restored + (
    select count(distinct former ->> 'id')
    from public.deleted_records as deleted cross join jsonb_array_elements(deleted.links -> 'products') as former
    where deleted.id = any (ids)
  );

  select jsonb_object_agg(kinds.kind, kinds.links) into former_links
  from (
    select kind.key as kind, jsonb_agg(former.value) as links
    from public.deleted_records as deleted
    cross join jsonb_each(
      case when deleted.entity = 'products' then jsonb_build_object('products', jsonb_build_array(jsonb_build_object(
        'id', deleted.id, 'category_id', deleted.record -> 'category_id', 'subcategory_id', deleted.record -> 'subcategory_id'
      ))) else '{}' end || deleted.links
    ) as kind
    cross join jsonb_array_elements(kind.value) as former
    where deleted.id = any (ids) group by kind.key
  ) as kinds;
  delete from public.deleted_records where id = any (ids);
  perform private.defer_restored_links(former_links);
  return left_out;
end
$$;

-- All of it or nothing. Links whose other end has gone are left out, and restored with it.
create function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted public.deleted_records;
  ids uuid[] := array[record_id];
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  select * into deleted from public.deleted_records where id = record_id;
  if not found then
    raise exception 'It can no longer be restored, or it has been already' using errcode = 'PT404';
  end if;
  if deleted.scope = 'edit' then
    return private.undo_bulk_edit(deleted.id);
  elsif deleted.scope = 'import' then
    return private.undo_import(deleted.id);
  elsif deleted.scope = 'records' then
    -- Concurrent restores of the same records wait here.
    delete from public.deleted_records where id = deleted.id;
    ids := array(
      select id from public.deleted_records where id in (select value::uuid from jsonb_array_elements_text(deleted.record -> 'ids'))
    );
  end if;
  return jsonb_build_object(
    'name', deleted.name, 'products', deleted.products, 'left_out', private.restore_deleted(deleted.entity, ids)
  );
end
$$;
comment on function public.restore_record is
  'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed. Those that have gone come back with their other end.';

-- Bulk changes run one after the other and lock rows in one order, to avoid deadlocks.
create function private.lock_for_bulk_change(entity text, ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell bulk change', 0));
  execute format('select from public.%I where id = any ($1) order by id for update', entity) using ids;
end
$$;

-- The ids of the products that find_products finds, on all pages.
create function private.matching_product_ids(words text, filters jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  matching constant record := private.product_condition(words, filters);
  ids uuid[];
begin
  execute 'select array(select product_id from private.product_search where ' || matching.condition || ')'
  into ids using private.word_patterns(words), matching.facet_ids;
  return ids;
end
$$;

create function private.delete_records(entity text, ids uuid[], words text, filters jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  deleted_ids uuid[];
  product_count integer;
  deletion_id uuid;
begin
  if not private.is_admin() then
    raise exception 'You may not delete records' using errcode = '42501';
  end if;
  if not exists (
    select from pg_catalog.pg_trigger
    where tgname = 'store_deleted_record' and tgrelid = to_regclass(format('public.%I', delete_records.entity))
  ) then
    raise exception 'There are no such records: %', delete_records.entity using errcode = '22023';
  end if;
  if delete_records.ids is null then
    if delete_records.entity <> 'products' then
      raise exception 'Only products are found by words and filters' using errcode = '22023';
    end if;
    ids := private.matching_product_ids(words, filters);
  end if;
  perform private.lock_for_bulk_change(delete_records.entity, delete_records.ids);
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  if deleted_ids is null then
    raise exception 'They no longer exist' using errcode = 'PT404';
  end if;
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and deleted.id = any (deleted_ids) and link ?| array['product_id', 'id'];
  deletion_id := deleted_ids[1];
  if cardinality(deleted_ids) > 1 then
    -- The latest of them, so that it is listed first.
    insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
    values (
      gen_random_uuid(), delete_records.entity, 'records', format('%s %s', to_char(cardinality(deleted_ids), 'FM999,999,999'), replace(delete_records.entity, '_', ' ')),
      jsonb_build_object('ids', deleted_ids), '{}', product_count, clock_timestamp()
    )
    returning id into deletion_id;
  end if;
  return jsonb_build_object('deleted', cardinality(deleted_ids), 'products', product_count, 'undo', deletion_id);
end
$$;

create function public.delete_records(entity text, ids uuid[] default null, words text default '', filters jsonb default '{}')
returns jsonb
language sql set search_path = ''
as $$
  select private.delete_records(entity, ids, words, filters)
$$;
comment on function public.delete_records is
  'Deletes records of a table with these ids, or, without ids, the products that find_products finds on all pages: {"deleted", "products", "undo"}, how many, how many products had them, and what restore_record takes to restore them together.';

-- What an edit of many products changes, and so what undoes it: {"products": [{"id", "before", "after"}], and the links that
-- it adds and removes by their table: {"product_themes": {"added": [...], "removed": [...]}}. A product whose links alone
-- change has nothing before and after.
create function private.plan_bulk_edit(ids uuid[], changes jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  fields jsonb;
  plan jsonb;
begin
  select coalesce(jsonb_object_agg(
    case key when 'sample' then 'is_sample' when 'featured' then 'is_featured' when 'budget' then 'budget' else key || '_id' end, value
  ), '{}') into fields
  from jsonb_each(changes -> 'set');
  with target as materialized (
    select product.*, to_jsonb(product) as record from public.products as product where product.id = any (ids)
  ), link as materialized (
    select 'industry' as kind, product_id, industry_tag_id as tag_id from public.product_industry_tags where product_id = any (ids)
    union all select 'theme', product_id, theme_id from public.product_themes where product_id = any (ids)
    union all select 'doctor_type', product_id, doctor_type_tag_id from public.product_doctor_type_tags where product_id = any (ids)
  ), asked as materialized (
    select action.key as action, kind.key as kind, tag.value::uuid as tag_id
    from jsonb_each(changes) as action, jsonb_each(action.value) as kind, jsonb_array_elements_text(kind.value) as tag
    where action.key in ('add', 'remove')
  ), pharmaceutical as materialized (
    -- Afterwards: doctor types belong to these products only (specification, section 5).
    select product_id from (
      select product_id, tag_id from link
      where kind = 'industry' and tag_id not in (select asked.tag_id from asked where action = 'remove' and kind = 'industry')
      union select target.id, asked.tag_id from target, asked where action = 'add' and kind = 'industry'
    ) as industry join public.industry_tags as tag on tag.id = tag_id where lower(tag.name) = 'pharmaceutical'
  ), change as materialized (
    select 'removed' as action, kind, product_id, tag_id from link
    where (kind, tag_id) in (select asked.kind, asked.tag_id from asked where asked.action = 'remove')
      or (
        kind = 'doctor_type' and changes #> '{remove,industry}' is not null
        and product_id not in (select pharmaceutical.product_id from pharmaceutical)
      )
    union all
    (
      select 'added', asked.kind, target.id, asked.tag_id from target, asked
      where asked.action = 'add'
        and (asked.kind <> 'doctor_type' or target.id in (select pharmaceutical.product_id from pharmaceutical))
      except select 'added', kind, product_id, tag_id from link
    )
  ), edited as materialized (
    select target.id, field.before, field.after
    from target cross join lateral (
      select jsonb_object_agg(key, record -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(
        fields || case
          -- A subcategory of another category goes with the category.
          when not fields ? 'category_id' or fields ? 'subcategory_id' or subcategory_id is null or exists (
            select from public.subcategory_categories as link
            where link.subcategory_id = target.subcategory_id and link.category_id = (fields ->> 'category_id')::uuid
          ) then '{}'::jsonb
          else '{"subcategory_id": null}'
        end
      ) as wanted where value is distinct from record -> key
    ) as field
  )
  select jsonb_build_object('products', coalesce((
    select jsonb_agg(
      jsonb_build_object('id', id, 'before', coalesce(before, '{}'), 'after', coalesce(after, '{}')) order by id
    )
    from edited
    where before is not null or id in (select change.product_id from change)
  ), '[]')) || coalesce((
    select jsonb_object_agg(table_name, changes_of_table) from (
      select table_name, jsonb_object_agg(action, links) as changes_of_table from (
        select
          'product_' || case kind when 'theme' then 'themes' else kind || '_tags' end as table_name, action,
          jsonb_agg(jsonb_build_object('product_id', product_id, case kind when 'theme' then 'theme_id' else kind || '_tag_id' end, tag_id)) as links
        from change group by 1, 2
      ) as each_change group by 1
    ) as each_table
  ), '{}') into plan;
  return plan;
end
$$;

-- Does what a plan says, or undoes it: what has changed meanwhile is left as it is. The caller's own rights decide.
-- Returns how many products were left out.
create function private.apply_bulk_edit(plan jsonb, is_undo boolean) returns integer
language plpgsql set search_path = ''
as $$
declare
  link record;
  edited integer;
begin
  perform private.defer_product_search();
  for link in select * from private.link_tables() where one = 'products' and plan ? name loop
    execute format(
      'delete from public.%1$I as link using jsonb_populate_recordset(null::public.%1$I, $1) as gone
       where link.product_id = gone.product_id and link.%2$I = gone.%2$I',
      link.name, link.other_id
    ) using plan -> link.name -> case when is_undo then 'added' else 'removed' end;
    execute format(
      'insert into public.%1$I select link.* from jsonb_populate_recordset(null::public.%1$I, $1) as link
       join public.products as product on product.id = link.product_id join public.%2$I as other on other.id = link.%3$I
       on conflict do nothing',
      link.name, link.other, link.other_id
    ) using plan -> link.name -> case when is_undo then 'removed' else 'added' end;
  end loop;
  -- Those with other links only, too: a form from before does not save over them.
  update public.products as product set
    category_id = wanted.category_id, subcategory_id = wanted.subcategory_id, budget = wanted.budget,
    is_sample = wanted.is_sample, is_featured = wanted.is_featured
  from jsonb_to_recordset(plan -> 'products') as change (id uuid, before jsonb, after jsonb)
  join public.products as former using (id)
  cross join jsonb_populate_record(former, case when is_undo then change.before else change.after end) as wanted
  where product.id = change.id and to_jsonb(former) @> case when is_undo then change.after else change.before end
    and (wanted.category_id is null or exists (select from public.categories where categories.id = wanted.category_id))
    and (wanted.subcategory_id is null or exists (select from public.subcategories where subcategories.id = wanted.subcategory_id));
  get diagnostics edited = row_count;
  perform private.refresh_deferred_product_search(array(select (change ->> 'id')::uuid from jsonb_array_elements(plan -> 'products') as change));
  return jsonb_array_length(plan -> 'products') - edited;
end
$$;

-- Undoes an edit of many products, as far as they have not changed since.
create function private.undo_bulk_edit(edit_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  edit public.deleted_records;
begin
  delete from public.deleted_records where id = edit_id returning * into edit;
  if not found then
    raise exception 'It can no longer be restored, or it has been already' using errcode = 'PT404';
  end if;
  perform private.lock_for_bulk_change('products', array(
    select (change ->> 'id')::uuid from jsonb_array_elements(edit.record -> 'products') as change
  ));
  return jsonb_build_object(
    'name', edit.name, 'products', edit.products, 'left_out', private.apply_bulk_edit(edit.record, true)
  );
end
$$;

-- Refuses what is no change, and locks the records that it names: they are there until the end of the transaction.
create function private.check_bulk_changes(changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  named record;
  there integer;
begin
  if jsonb_typeof(changes) is distinct from 'object' or changes = '{}' then
    raise exception 'Changes are an object: add, remove and set' using errcode = '22023';
  end if;
  if exists (
    select from jsonb_each(changes) as action, jsonb_object_keys(action.value) as kind
    where kind <> all (case action.key
      when 'set' then array['category', 'subcategory', 'budget', 'sample', 'featured']
      when 'add' then array['industry', 'theme', 'doctor_type'] when 'remove' then array['industry', 'theme', 'doctor_type'] else '{}'
    end)
  ) then
    raise exception 'Products have no such fields to change' using errcode = '22023';
  end if;
  for named in
    select kinds.table_name, array(
      select value::uuid from unnest(array['add', 'remove']) as action, jsonb_array_elements_text(changes #> array[action, kinds.kind]) as value
      union select (changes #>> array['set', kinds.kind])::uuid where changes #>> array['set', kinds.kind] is not null
      order by 1
    ) as ids
    from (values
      ('category', 'categories'), ('doctor_type', 'doctor_type_tags'), ('industry', 'industry_tags'),
      ('subcategory', 'subcategories'), ('theme', 'themes')
    ) as kinds (kind, table_name)
  loop
    execute format('select from public.%I where id = any ($1) order by id for key share', named.table_name) using named.ids;
    get diagnostics there = row_count;
    if there < cardinality(named.ids) then
      raise exception 'One of the chosen % was deleted meanwhile: choose again', replace(named.table_name, '_', ' ') using errcode = '23503';
    end if;
  end loop;
  if changes #>> '{set,subcategory}' is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (changes #>> '{set,subcategory}')::uuid and link.category_id = (changes #>> '{set,category}')::uuid
  ) then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;
end
$$;

create function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  plan jsonb;
  matched integer;
  changed integer;
  edit_id uuid;
begin
  if not private.is_admin() then
    raise exception 'You may not change products' using errcode = '42501';
  end if;
  perform private.check_bulk_changes(changes);
  ids := coalesce(bulk_edit_products.ids, private.matching_product_ids(words, filters));
  if not is_preview then
    perform private.lock_for_bulk_change('products', bulk_edit_products.ids);
  end if;
  select count(*) into matched from public.products where id = any (bulk_edit_products.ids);
  plan := private.plan_bulk_edit(bulk_edit_products.ids, changes);
  changed := jsonb_array_length(plan -> 'products');
  if not is_preview and changed > 0 then
    perform private.apply_bulk_edit(plan, false);
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (gen_random_uuid(), 'products', 'edit', coalesce(nullif(left(trim(label), 200), ''), 'Bulk edit'), plan, '{}', changed)
    returning id into edit_id;
  end if;
  return jsonb_build_object('matched', matched, 'changed', changed, 'undo', edit_id);
end
$$;

create function public.bulk_edit_products(
  changes jsonb, ids uuid[] default null, words text default '', filters jsonb default '{}', is_preview boolean default false,
  label text default ''
) returns jsonb
language sql set search_path = ''
as $$
  select private.bulk_edit_products(changes, ids, words, filters, is_preview, label)
$$;
comment on function public.bulk_edit_products is
  'Changes the products with these ids or, without ids, those that find_products finds on all pages, in one transaction: {"add": {"theme": [ids]}, "remove": {"industry": [ids], "doctor_type": [ids]}, "set": {"category", "subcategory", "budget", "sample", "featured"}}. Returns {"matched", "changed", "undo"}: the others were so already, and "undo" is what restore_record takes. A preview changes nothing. "label" is what the edit is listed by.';

-- Imports of products (docs/import.md): the rows of a file are stored first, and saved in batches, so that one that was
-- interrupted can go on. Rows that are done are never saved again.
create table public.imports (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint imports_name_given check (private.is_trimmed_nonempty(name))
    constraint imports_name_length check (char_length(name) <= 200),
  options jsonb not null,
  row_count integer not null constraint imports_row_count_range check (row_count between 1 and 50000),
  created jsonb not null default '[]',
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
comment on table public.imports is 'Each import of products, with its report in import_rows; stored for a year.';
comment on column public.imports.options is 'What import_products takes as options.';
comment on column public.imports.row_count is 'How many rows the file has; fewer are stored while they are being read.';
comment on column public.imports.created is 'What it created: categories and tags as {"table", "id"}, and the links of subcategories to categories as {"table": "subcategory_categories", "id", "category"}.';

create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  number integer not null,
  record jsonb not null,
  outcome text
    constraint import_rows_outcome_known check (outcome in ('created', 'updated', 'unchanged', 'failed')),
  errors jsonb not null default '{}',
  product_id uuid,
  saved_version integer,
  former jsonb,
  image_name text,
  primary key (import_id, number)
);
comment on table public.import_rows is 'The rows of each import with their outcomes.';
comment on column public.import_rows.number is 'The row''s number in the file, as a spreadsheet shows it.';
comment on column public.import_rows.outcome is 'Null until it is done.';
comment on column public.import_rows.errors is 'Why it failed: sentences by field.';
comment on column public.import_rows.saved_version is 'The version of the product that it saved.';
comment on column public.import_rows.former is 'The product that it updated, as it was: {"product", "industries", "themes", "doctor_types"}.';
comment on column public.import_rows.image_name is 'The stored image that the former product shows, which stays as long as the import can be undone.';

create index imports_newest on public.imports (created_at desc, id);
create index import_rows_of_product on public.import_rows (product_id);
create index import_rows_of_image on public.import_rows (image_name) where image_name is not null;

select private.enable_row_security('public.imports');
select private.enable_row_security('public.import_rows');
grant select on public.imports, public.import_rows to authenticated;
create policy "administrators read" on public.imports for select to authenticated using ((select private.is_admin()));
create policy "administrators read" on public.import_rows for select to authenticated using ((select private.is_admin()));

create function private.store_import(import_id uuid, name text, options jsonb, row_count integer, rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'You may not import products' using errcode = '42501';
  end if;
  delete from public.imports where created_at < now() - interval '1 year';
  insert into public.imports (id, name, options, row_count)
  values (store_import.import_id, private.trimmed(left(store_import.name, 200)), store_import.options, store_import.row_count)
  on conflict (id) do nothing;
  insert into public.import_rows (import_id, number, record)
  select store_import.import_id, (item ->> 'number')::integer, item - 'number' from jsonb_array_elements(rows) as item
  on conflict do nothing;
end
$$;

create function public.store_import(import_id uuid, name text, options jsonb, row_count integer, rows jsonb) returns void
language sql set search_path = ''
as $$
  select private.store_import(import_id, name, options, row_count, rows)
$$;
comment on function public.store_import is
  'Stores rows of a file before they are imported, as many as fit a request, those that are stored already once: [{"number", and fields as of import_products}].';

-- The id of the category or tag with this name, whatever its case; null for none, unless the options let it be created. A
-- subcategory is one of its category: one of another category is added to it. "created" is as in public.imports.
create function private.import_name(kind text, name text, category uuid, options jsonb, out id uuid, out created jsonb)
language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
begin
  created := '[]';
  execute format(
    'select facet.id from public.%I as facet where lower(facet.name) = lower($1) %s order by facet.created_at, facet.id limit 1', kind,
    case when kind = 'subcategories' then 'and exists (select from public.subcategory_categories as link where link.subcategory_id = facet.id and link.category_id = $2)' end
  ) into id using private.trimmed(name), category;
  if id is null and exists (
    select from jsonb_array_elements_text(options -> 'create' -> kind) as allowed where lower(private.trimmed(allowed)) = lower(private.trimmed(name))
  ) then
    if kind = 'subcategories' then
      id := (select other.id from public.subcategories as other where lower(other.name) = lower(private.trimmed(name)) order by other.created_at, other.id limit 1);
    end if;
    if id is null then
      execute format('insert into public.%I (name) values ($1) returning id', kind) into id using private.trimmed(name);
      created := created || jsonb_build_object('table', kind, 'id', id);
    end if;
    if kind = 'subcategories' then
      insert into public.subcategory_categories values (id, category);
      created := created || jsonb_build_object('table', 'subcategory_categories', 'id', id, 'category', category);
    end if;
  end if;
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created"}; errors of its fields are raised as GW001
-- with {field: sentence} as detail, so that what it created is rolled back.
create function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  former public.products;
  was jsonb;
  saved public.products;
  product jsonb;
  errors jsonb := coalesce(item -> 'errors', '{}'::jsonb);
  created jsonb := '[]'::jsonb;
  kind record;
  named text;
  found record;
  ids jsonb;
begin
  if private.normalize_sku(item ->> 'sku') is not null then
    select * into former from public.products where lower(sku) = lower(private.normalize_sku(item ->> 'sku')) for update;
  end if;
  if former.id is not null then
    if exists (
      select from public.import_rows where product_id = former.id and import_id = own_import_id and outcome in ('created', 'updated')
    ) then
      errors := errors || '{"sku": "Another row of this file has this code"}';
    elsif options -> 'update' is distinct from 'true' and errors = '{}' then
      return jsonb_build_object('outcome', 'unchanged', 'product_id', former.id);
    end if;
    was := jsonb_build_object(
      'product', to_jsonb(former),
      'industries', (select coalesce(jsonb_agg(industry_tag_id order by industry_tag_id), '[]') from public.product_industry_tags where product_id = former.id),
      'themes', (select coalesce(jsonb_agg(theme_id order by theme_id), '[]') from public.product_themes where product_id = former.id),
      'doctor_types', (select coalesce(jsonb_agg(doctor_type_tag_id order by doctor_type_tag_id), '[]') from public.product_doctor_type_tags where product_id = former.id)
    );
  end if;
  -- What the file has no column for stays as it is.
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') into product from jsonb_each(coalesce(to_jsonb(former), '{}') || item) as field
  where field.key in ('name', 'sku', 'image_url', 'image_widths', 'image_colour', 'video_url', 'budget', 'is_sample', 'is_featured', 'category_id', 'subcategory_id')
    and field.value <> 'null';
  if item ->> 'image_url' is distinct from former.image_url and item ? 'image_url' then
    product := product - array['image_widths', 'image_colour'] || jsonb_build_object('image_widths', item -> 'image_widths', 'image_colour', item -> 'image_colour');
  end if;
  if coalesce(private.trimmed(product ->> 'name'), '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' not in ('Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+') then
    errors := errors || '{"budget": "The budget is one of Rs.10-100, Rs.100-500, Rs.500-1000, Rs.1000-2000 and Rs.2000+"}';
  end if;

  if item ? 'category' then
    product := product - 'category_id';
    if item ->> 'category' <> '' then
      select * into found from private.import_name('categories', item ->> 'category', null, options);
      if found.id is null then
        errors := errors || jsonb_build_object('category', format('There is no category "%s"', item ->> 'category'));
      end if;
      created := created || found.created;
      product := product || jsonb_build_object('category_id', found.id);
    end if;
  end if;
  if item ? 'subcategory' then
    product := product - 'subcategory_id';
    if item ->> 'subcategory' <> '' and product ->> 'category_id' is null and not errors ? 'category' then
      errors := errors || '{"subcategory": "A subcategory needs its category"}';
    elsif item ->> 'subcategory' <> '' and not errors ? 'category' then
      select * into found from private.import_name('subcategories', item ->> 'subcategory', (product ->> 'category_id')::uuid, options);
      if found.id is null then
        errors := errors || jsonb_build_object('subcategory', format('The category has no subcategory "%s"', item ->> 'subcategory'));
      end if;
      created := created || found.created;
      product := product || jsonb_build_object('subcategory_id', found.id);
    end if;
  elsif not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (product ->> 'subcategory_id')::uuid and link.category_id = (product ->> 'category_id')::uuid
  ) then
    product := product - 'subcategory_id';
  end if;

  ids := coalesce(was - 'product', '{"industries": [], "themes": [], "doctor_types": []}');
  for kind in select * from (values
    ('industries', 'industry_tags', 'industry'), ('themes', 'themes', 'theme'), ('doctor_types', 'doctor_type_tags', 'doctor type')
  ) as kinds (field, table_name, label)
  loop
    if item ? kind.field then
      ids := ids || jsonb_build_object(kind.field, '[]'::jsonb);
      for named in select distinct on (lower(private.trimmed(value))) value from jsonb_array_elements_text(item -> kind.field) where private.trimmed(value) <> '' loop
        select * into found from private.import_name(kind.table_name, named, null, options);
        if found.id is null then
          errors := errors || jsonb_build_object(kind.field, format('There is no %s "%s"', kind.label, named));
        end if;
        created := created || found.created;
        ids := jsonb_insert(ids, array[kind.field, '-1'], to_jsonb(found.id), true);
      end loop;
    end if;
  end loop;
  if ids -> 'doctor_types' <> '[]' and not exists (
    select from public.industry_tags where lower(name) = 'pharmaceutical' and ids -> 'industries' ? id::text
  ) then
    if item ? 'doctor_types' and not errors ? 'industries' then
      errors := errors || '{"doctor_types": "Doctor types need the industry Pharmaceutical"}';
    end if;
    ids := ids || '{"doctor_types": []}';
  end if;
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = errors || coalesce(item -> 'errors', '{}');
  end if;

  if former.id is not null then
    -- Nothing to save, nothing to undo.
    saved := jsonb_populate_record(null::public.products, product);
    if (saved.name, saved.sku, saved.image_url, saved.video_url, saved.category_id, saved.subcategory_id, saved.budget, saved.is_sample, saved.is_featured)
      is not distinct from (former.name, former.sku, former.image_url, former.video_url, former.category_id, former.subcategory_id, former.budget, former.is_sample, former.is_featured)
      and not exists (
        select from jsonb_each(ids) as tag where not (was -> tag.key @> tag.value and tag.value @> (was -> tag.key))
      )
    then
      return jsonb_build_object('outcome', 'unchanged', 'product_id', former.id);
    end if;
  end if;
  saved := public.save_product(
    product, array(select jsonb_array_elements_text(ids -> 'industries')::uuid), array(select jsonb_array_elements_text(ids -> 'themes')::uuid),
    array(select jsonb_array_elements_text(ids -> 'doctor_types')::uuid), former.id, former.version
  );
  return jsonb_build_object(
    'outcome', case when former.id is null then 'created' else 'updated' end, 'product_id', saved.id, 'version', saved.version,
    'former', was, 'created', created
  );
end
$$;

create function private.import_products(rows jsonb, options jsonb, import_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  run public.imports;
  item jsonb;
  line jsonb;
  report jsonb := '[]'::jsonb;
  changed integer := 0;
  refused_detail text;
  refused_constraint text;
begin
  if not private.is_admin() then
    raise exception 'You may not import products' using errcode = '42501';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 500 then
    raise exception 'Import at most 500 rows at a time, as a list' using errcode = '22023';
  end if;
  -- Batches run one after the other, those of other imports included.
  perform private.lock_for_bulk_change('products', '{}');
  if import_id is not null then
    select * into run from public.imports where imports.id = import_id for update;
    if run.id is null or run.undone_at is not null then
      raise exception 'This import was undone or deleted' using errcode = 'PT404';
    end if;
    options := run.options;
  end if;
  begin
    for item in select value from jsonb_array_elements(rows) loop
      -- What another window has done meanwhile is left out.
      continue when import_id is not null and not exists (
        select from public.import_rows as stored
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer and stored.outcome is null
      );
      begin
        line := private.import_row(item, options, import_id);
      exception
        when sqlstate 'GW001' then
          get stacked diagnostics refused_detail = pg_exception_detail;
          line := jsonb_build_object('outcome', 'failed', 'errors', refused_detail::jsonb);
        when integrity_constraint_violation or data_exception then
          get stacked diagnostics refused_constraint = constraint_name;
          refused_constraint := coalesce(substring(refused_constraint from '^products_(.*)_[a-z]+$'), case when sqlerrm like 'The picture%' then 'image_url' else 'name' end);
          line := jsonb_build_object('outcome', 'failed', 'errors', jsonb_build_object(refused_constraint, case
            when sqlerrm like '%constraint "%' or sqlstate like '22%' then 'This was not accepted' else sqlerrm
          end));
      end;
      report := report || jsonb_build_object('number', item -> 'number', 'outcome', line -> 'outcome', 'errors', coalesce(line -> 'errors', '{}'));
      if import_id is not null then
        update public.import_rows as stored set
          outcome = line ->> 'outcome', errors = coalesce(line -> 'errors', '{}'), product_id = (line ->> 'product_id')::uuid,
          saved_version = (line ->> 'version')::integer, former = nullif(line -> 'former', 'null'),
          image_name = private.stored_image_name(line #>> '{former,product,image_url}')
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer;
        run.created := run.created || coalesce(line -> 'created', '[]');
        changed := changed + (line ->> 'outcome' in ('created', 'updated'))::integer;
      end if;
    end loop;
    if import_id is null then
      raise exception 'dry run' using errcode = 'GW002';
    end if;
  exception
    -- Rolls a dry run back.
    when sqlstate 'GW002' then null;
  end;
  if changed > 0 then
    update public.imports set created = run.created where imports.id = run.id;
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (run.id, 'products', 'import', left('Import of ' || run.name, 200), '{}', '{}', changed)
    on conflict (id) do update set products = deleted_records.products + changed, deleted_at = excluded.deleted_at;
  end if;
  return report;
end
$$;

create function public.import_products(rows jsonb, options jsonb default '{}', import_id uuid default null) returns jsonb
language sql set search_path = ''
as $$
  select private.import_products(rows, options, import_id)
$$;
comment on function public.import_products is
  'Saves rows of a stored import, each once: [{"number", "name", "sku", "category", "subcategory", "industries": [names], "themes", "doctor_types", "budget", "video_url", "image_url", "image_widths", "image_colour", "is_sample", "is_featured"}]. Fields that are left out stay as they are; a row that comes with "errors" fails with them. Categories and tags are found by their names whatever their case. Without import_id it is a dry run, which writes nothing, with options {"update": true to change products with the same sku, "create": {table: [names that may be created]}}. Returns [{"number", "outcome": created, updated, unchanged or failed, "errors": {field: sentence}}]. restore_record undoes an import by its id.';

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products.
create function private.undo_import(entry_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  entry public.deleted_records;
  updated uuid[];
  created uuid[];
  link record;
  facet record;
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  delete from public.deleted_records where id = entry_id and scope = 'import' returning * into entry;
  if not found then
    raise exception 'It can no longer be restored, or it has been already' using errcode = 'PT404';
  end if;
  perform private.lock_for_bulk_change('products', array(
    select product_id from public.import_rows where import_id = entry.id and outcome in ('created', 'updated')
  ));
  select
    coalesce(array_agg(stored.product_id) filter (where stored.outcome = 'updated'), '{}'),
    coalesce(array_agg(stored.product_id) filter (where stored.outcome = 'created'), '{}')
  into updated, created
  from public.import_rows as stored join public.products as product on product.id = stored.product_id and product.version = stored.saved_version
  where stored.import_id = entry.id and stored.outcome in ('created', 'updated');

  for link in
    select *, case other when 'industry_tags' then 'industries' when 'themes' then 'themes' else 'doctor_types' end as field
    from private.link_tables() where one = 'products'
  loop
    execute format('delete from public.%I where product_id = any ($1)', link.name) using updated;
    execute format(
      'insert into public.%I (product_id, %I) select stored.product_id, other.id
       from public.import_rows as stored cross join jsonb_array_elements_text(stored.former -> %L) as tag
       join public.%I as other on other.id = tag::uuid
       where stored.import_id = $2 and stored.product_id = any ($1) and stored.outcome = ''updated''',
      link.name, link.other_id, link.field, link.other
    ) using updated, entry.id;
  end loop;
  update public.products as product set
    name = former.name, sku = former.sku, image_url = former.image_url, image_widths = former.image_widths, image_colour = former.image_colour,
    video_url = former.video_url, budget = former.budget, is_sample = former.is_sample, is_featured = former.is_featured,
    category_id = (select id from public.categories where id = former.category_id),
    subcategory_id = (select id from public.subcategories where id = former.subcategory_id)
  from public.import_rows as stored cross join jsonb_populate_record(null::public.products, stored.former -> 'product') as former
  where stored.import_id = entry.id and stored.outcome = 'updated' and product.id = stored.product_id and product.id = any (updated);
  if created <> '{}' then
    perform private.delete_records('products', created, '', '{}');
  end if;
  delete from public.subcategory_categories as added
  using public.imports, jsonb_array_elements(imports.created) as made
  where imports.id = entry.id and made ->> 'table' = 'subcategory_categories'
    and added.subcategory_id = (made ->> 'id')::uuid and added.category_id = (made ->> 'category')::uuid
    and not exists (select from public.products as product where product.subcategory_id = added.subcategory_id and product.category_id = added.category_id);
  for facet in
    select made ->> 'table' as name, (made ->> 'id')::uuid as id
    from public.imports, jsonb_array_elements(imports.created) with ordinality as every (made, place)
    where imports.id = entry.id and made ->> 'table' <> 'subcategory_categories' order by made ->> 'table' = 'categories', place
  loop
    execute format(
      'delete from public.%I where id = $1 and not exists (select from public.products where $1 in (category_id, subcategory_id))
         and not exists (select from public.product_industry_tags where industry_tag_id = $1)
         and not exists (select from public.product_themes where theme_id = $1)
         and not exists (select from public.product_doctor_type_tags where doctor_type_tag_id = $1)
         and not exists (select from public.subcategory_categories where category_id = $1)',
      facet.name
    ) using facet.id;
  end loop;
  -- An earlier import of what is now as that one left it can be undone next.
  update public.import_rows as earlier set saved_version = product.version
  from public.import_rows as undone join public.products as product on product.id = undone.product_id
  where undone.import_id = entry.id and undone.outcome = 'updated' and product.id = any (updated)
    and earlier.product_id = product.id and earlier.import_id <> entry.id
    and earlier.saved_version = (undone.former #>> '{product,version}')::integer;
  update public.imports set undone_at = now() where id = entry.id;
  return jsonb_build_object(
    'name', entry.name, 'products', entry.products, 'left_out', entry.products - cardinality(updated) - cardinality(created)
  );
end
$$;

create function public.order_featured_products(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'Only administrators order the featured products' using errcode = '42501';
  end if;
  if cardinality(ids) > 1000 then
    raise exception 'At most 1000 products are ordered' using errcode = '22023';
  end if;
  -- Locked in an order first, so that two administrators wait for each other in turn.
  perform from public.products
  where id = any (ids) or (is_sample and is_featured and featured_order is not null) order by id for update;
  update public.products set featured_order = wanted.place
  from (
    select product.id, min(given.place)::integer as place
    from public.products as product
    left join unnest(ids) with ordinality as given (id, place) on given.id = product.id and product.is_featured
    where product.id = any (ids) or (product.is_sample and product.is_featured and product.featured_order is not null)
    group by product.id
  ) as wanted
  where products.id = wanted.id and products.featured_order is distinct from wanted.place;
end
$$;
comment on function public.order_featured_products is
  'Orders the featured products by their ids; the others come first, the newest at the top. Refused to anyone but administrators.';
