-- The bits behind every total are those of the products and links that are there, after any writing whatever.
begin;
select no_plan();
select tests.set_up();

-- What the bits say and what the tables say, where they differ.
create function pg_temp.differences() returns table (facet text, value uuid, product_id uuid) language sql as $$
  with said as (
    select facet, value, product_id
    from private.catalogue_facets as kept join private.catalogue_numbers on number / 4096 = slice and get_bit(products, number % 4096) = 1
  ), there as (
    select own.facet, own.value, id from public.products cross join lateral (
      values ('category', category_id), ('subcategory', subcategory_id), ('budget', md5(budget)::uuid),
        ('sample', md5(is_sample::text)::uuid), ('featured', md5(is_featured::text)::uuid)
    ) as own (facet, value) where own.value is not null
    union all select 'industry', industry_tag_id, product_id from public.product_industry_tags
    union all select 'theme', theme_id, product_id from public.product_themes
    union all select 'doctor type', doctor_type_tag_id, product_id from public.product_doctor_type_tags
    union all select 'search', md5(words)::uuid, id from public.products join private.kept_searches on name ilike private.containing(words)
    union all select ranged.facet, md5(ranged.part::text)::uuid, id
    from public.products cross join private.name_ranges cross join lateral (
      values ('name range', width_bucket(name, beginnings)), ('name ranges', width_bucket(name, beginnings) / 8)
    ) as ranged (facet, part)
  )
  (table said except all table there) union all (table there except all table said)
$$;
-- Bits of no product, products without a number or outside of their slice's time.
create function pg_temp.disorder() returns table (what text) language sql as $$
  select 'bits of nothing' where (select sum(bit_count(products)) from private.catalogue_facets)
    <> (select count(*) from private.catalogue_facets join private.catalogue_numbers on number / 4096 = slice and get_bit(products, number % 4096) = 1)
  union all select 'a number too many' from private.catalogue_numbers where product_id not in (select id from public.products)
  union all select 'no number' from public.products where id not in (select product_id from private.catalogue_numbers)
  union all select 'not in time' from public.products join private.catalogue_numbers on product_id = id
    left join private.catalogue_slices on slice = number / 4096
    where products.created_at between oldest and newest is not true
  union all select 'another time than its product' from public.products join private.catalogue_numbers as kept on product_id = id
    where kept.created_at <> products.created_at
  union all select 'an empty string of bits' from private.catalogue_facets where bit_count(products) = 0
$$;
select is_empty('select * from pg_temp.differences()', 'the fixture is kept');

-- A writing by chance, one of all kinds, large and small.
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
      update public.products set is_sample = not is_sample, budget = (array['Rs.10-100', 'Rs.2000+', null])[1 + floor(random() * 3)]
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
      perform private.keep_search(lower(substr(name, 1 + floor(random() * 5)::int, 1 + floor(random() * 6)::int)))
      from (select pg_temp.any_name() as name) as named where char_length(name) > 4;
    when 13 then
      perform private.review_names();
    else
      perform public.save_product(
        jsonb_build_object('name', pg_temp.any_name(), 'is_sample', random() < 0.5, 'budget', 'Rs.100-500', 'category_id', pg_temp.one_of('categories')),
        array_remove(array[pg_temp.one_of('industry_tags')], null), array_remove(array[pg_temp.one_of('themes')], null), null,
        case when random() < 0.7 then pg_temp.one_of('products') end
      );
  end case;
  return (array['insert', 'link', 'unlink', 'mark', 'move', 'delete', 'drop a record', 'add a record', 'rename', 'relink', 'rolled back', 'rename products', 'keep a search', 'look names over', 'save'])[kind + 1];
end
$$;
select setseed(0.42);
create temporary table writings as
select number, pg_temp.write(kind) as what, array(select facet || ' of ' || product_id from pg_temp.differences()) as differences, array(select pg_temp.disorder()) as disorder
from (select number, floor(random() * 15)::int as kind from generate_series(1, 200) as number offset 0) as chosen;
select is((select count(distinct what) from writings), 15::bigint, 'all kinds of writing come up');
select is_empty($$ select number, what, differences, disorder from writings where differences <> '{}' or disorder <> '{}' $$, 'no bit is wrong after any');
select * from finish();
rollback;
