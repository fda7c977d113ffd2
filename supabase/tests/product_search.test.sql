-- Rows of private.product_search match their products and links after every kind of write, so filters, totals and
-- searches do.
begin;
select no_plan();
select tests.set_up();

-- Rows that differ from the products and links.
create function pg_temp.differences() returns table (product_id uuid) language sql as $$
  with actual as (
    select entry.product_id, created_at, is_sample, is_featured, name, code, codes, min_quantity, lead_days_to, search_name, budget_rank, array(select unnest(facet_ids) order by 1) as facet_ids
    from private.product_search as entry
  ), expected as (
    select id, created_at, is_sample, is_featured, name, lower(code), lower(concat_ws(' ', code, (select supplier_code from public.product_terms where product_id = id))), min_quantity, lead_days_to, lower(name), (case budget when 'Rs.10-100' then 1 when 'Rs.100-500' then 2 when 'Rs.500-1000' then 3 when 'Rs.2000+' then 5 else 6 end)::smallint, array(
      select facet_id from unnest(array[category_id, subcategory_id, md5(budget)::uuid]) as facet_id where facet_id is not null
      union all select industry_tag_id from public.product_industry_tags as link where link.product_id = product.id
      union all select theme_id from public.product_themes as link where link.product_id = product.id
      union all select branding_method_id from public.product_branding_methods as link where link.product_id = product.id
      union all select md5('colour ' || lower(colour.name))::uuid from public.product_colours as colour where colour.product_id = product.id
      union all select doctor_type_tag_id from public.product_doctor_type_tags as link where link.product_id = product.id
      union all select md5(lacking)::uuid from unnest(array[
        case when category_id is null then 'category' end, case when subcategory_id is null then 'subcategory' end,
        case when budget is null then 'budget' end, case when image_url is null then 'image' end, case when video_url is null then 'video' end,
        case when not exists (select from public.product_industry_tags as link where link.product_id = product.id) then 'industry' end,
        case when not exists (select from public.product_themes as link where link.product_id = product.id) then 'theme' end,
        case when not exists (select from public.product_doctor_type_tags as link where link.product_id = product.id) then 'doctor_type' end
      ]) as lacking where lacking is not null
      order by 1
    )
    from public.products as product
  )
  select differing.product_id from ((table actual except table expected) union (table expected except table actual)) as differing
$$;
select is_empty('select pg_temp.differences()', 'rows match after inserts of products and links');

-- Random writes of all kinds, large and small.
create function pg_temp.one_of(name text) returns uuid language plpgsql as $$
declare
  picked uuid;
begin
  execute format('select id from public.%I order by random() limit 1', name) into picked;
  return picked;
end
$$;
create function pg_temp.any_name() returns text language sql as $$
  select string_agg((array['Copper', 'copper_', 'ÄRMEL', 'ärmel', '100%', 'İstanbul', 'Σίσυφος', 'pen', 'Open', 'A\B'])[1 + floor(random() * 10)], ' ')
  from generate_series(1, 1 + floor(random() * 3)::int)
$$;
create function pg_temp.write(kind integer) returns text language plpgsql as $$
declare
  link record;
  record_table constant text := (array['categories', 'subcategories', 'industry_tags', 'themes', 'doctor_type_tags'])[1 + floor(random() * 5)];
begin
  select * into link from (values
    ('product_industry_tags', 'industry_tag_id', 'industry_tags'), ('product_themes', 'theme_id', 'themes'),
    ('product_doctor_type_tags', 'doctor_type_tag_id', 'doctor_type_tags')
  ) as links (name, tag, tags) order by random() limit 1;
  case kind
    when 0 then
      insert into public.products (name, category_id, subcategory_id, budget, is_sample, is_featured, created_at)
      select pg_temp.any_name(), pg_temp.one_of('categories'), case when random() < 0.7 then pg_temp.one_of('subcategories') end,
        (array['Rs.10-100', 'Rs.2000+', null])[1 + floor(random() * 3)], random() < 0.7, random() < 0.2,
        timestamptz '2026-01-01Z' + floor(random() * 50) * interval '1 day'
      from generate_series(1, floor(random() * 40)::int);
    when 1 then
      execute format(
        'insert into public.%I select product.id, tag.id from public.products as product, public.%I as tag where random() < 0.2 on conflict do nothing',
        link.name, link.tags
      );
    when 2 then
      execute format('delete from public.%I where random() < 0.2', link.name);
    when 3 then
      update public.products set is_sample = not is_sample, video_url = case when video_url is null then 'https://example.com/' end, budget = (array['Rs.10-100', 'Rs.2000+', null])[1 + floor(random() * 3)]
      where random() < 0.3;
    when 4 then
      update public.products set category_id = pg_temp.one_of('categories'), subcategory_id = null, created_at = created_at + interval '9 days'
      where random() < 0.2;
    when 5 then
      delete from public.products where random() < 0.15;
    when 6 then
      execute format('delete from public.%I where id = pg_temp.one_of(%L)', record_table, record_table);
    when 7 then
      execute format('insert into public.%I (name) select gen_random_uuid()::text from generate_series(1, 3)', record_table);
    when 8 then
      execute format('update public.%I set name = gen_random_uuid()::text where random() < 0.5', record_table);
    when 9 then
      execute format('update public.%I as link set %I = pg_temp.one_of(%L) where random() < 0.1 and link.ctid in (select min(other.ctid) from public.%I as other group by product_id having count(*) = 1)', link.name, link.tag, link.tags, link.name);
    when 10 then
      begin
        perform pg_temp.write((array[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13])[1 + floor(random() * 13)]);
        raise exception sqlstate 'TS001';
      exception
        when sqlstate 'TS001' then null;
      end;
    when 11 then
      update public.products set name = case when random() < 0.8 then pg_temp.any_name() else name end where random() < 0.3;
    when 12 then
      update public.products set id = gen_random_uuid() where id = (
        select id from public.products as product where id <> all (tests.product_ids()) -- which have facts
          and not exists (select from public.product_industry_tags where product_id = product.id)
          and not exists (select from public.product_themes where product_id = product.id)
          and not exists (select from public.product_doctor_type_tags where product_id = product.id)
          and not exists (select from public.favourites where product_id = product.id) limit 1
      );
    when 13 then
      execute format('truncate public.%I', link.name);
    else
      perform public.save_product(
        jsonb_build_object('name', pg_temp.any_name(), 'is_sample', random() < 0.5, 'budget', 'Rs.100-500', 'category_id', pg_temp.one_of('categories')),
        array_remove(array[pg_temp.one_of('industry_tags')], null), array_remove(array[pg_temp.one_of('themes')], null), null,
        case when random() < 0.7 then pg_temp.one_of('products') end
      );
  end case;
  return (array['insert', 'link', 'unlink', 'mark', 'move', 'delete', 'drop a record', 'add a record', 'rename', 'relink', 'rolled back', 'rename products', 'change an id', 'truncate', 'save'])[kind + 1];
end
$$;
select setseed(0.42);
create temporary table writes as
select number, pg_temp.write(kind) as what, array(select pg_temp.differences()) as differences
from (select number, floor(random() * 15)::int as kind from generate_series(1, 200) as number offset 0) as chosen;
select is((select count(distinct what) from writes), 15::bigint, 'all kinds of writes occur');
select is_empty($$ select number, what, differences from writes where differences <> '{}' $$, 'rows match after each of them');

select is_empty(
  $$
    select unnest(words) from private.product_search
    except select word from private.name_words where facet_id = '00000000-0000-0000-0000-000000000000'
  $$,
  'the words of all names are known'
);
select set_eq(
  $$ select word, facet_id from private.name_words where facet_id <> '00000000-0000-0000-0000-000000000000' $$,
  $$
    select word collate "C", id
    from (
      select id, name from public.categories union all select id, name from public.subcategories union all select id, name from public.industry_tags
      union all select id, name from public.themes union all select id, name from public.doctor_type_tags
    ) as facet cross join unnest(private.search_words(name)) as word
  $$,
  'and those of categories and tags, and no others'
);

-- Filters follow each write at once.
create function pg_temp.total(theme text) returns integer language sql as $$
  select (public.catalogue_page(theme => theme) ->> 'total')::integer
$$;
insert into public.themes (id, name) values (tests.id(800), 'Followed'), (tests.id(801), 'Other');
insert into public.products (id, name, is_sample) select tests.id(810 + n), 'Followed ' || n, true from generate_series(1, 5) as n;
insert into public.product_themes select tests.id(810 + n), tests.id(800) from generate_series(1, 5) as n;
select is(pg_temp.total('Followed'), 5, 'a filter finds products whose links were added in one statement');
update public.product_themes set theme_id = tests.id(801) where product_id = tests.id(811);
select is(array[pg_temp.total('Followed'), pg_temp.total('Other')], array[4, 1], 'a link that is changed moves its product');
delete from public.product_themes where product_id = tests.id(812);
select is(pg_temp.total('Followed'), 3, 'a link that is deleted removes its product');
update public.products set is_sample = false where id = tests.id(813);
select is(pg_temp.total('Followed'), 2, 'a product that is no longer a sample is not found');
delete from public.products where id = tests.id(814);
select is(pg_temp.total('Followed'), 1, 'neither is a deleted one');
delete from public.themes where id = tests.id(800);
insert into public.themes (id, name) values (tests.id(800), 'Followed');
select is(pg_temp.total('Followed'), 0, 'a tag that is deleted and made again has no products');
select is(
  (select facet_ids @> array[md5('theme')::uuid] and not facet_ids @> array[tests.id(800)] from private.product_search where product_id = tests.id(815)),
  true, 'a deleted tag leaves no facet but that of products without a theme'
);

select throws_ok(
  $$ truncate public.products $$, '0A000', null, 'products cannot be truncated without the tables that refer to them'
);
update public.products set code = 'AB 12', min_quantity = 5, lead_days_to = 9 where id = tests.id(811);
select is_empty('select pg_temp.differences()', 'and after facts alone changed');

select * from finish();
rollback;
