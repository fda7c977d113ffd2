-- The catalogue's pages equal the rule of product.md, section 7: samples only; category, subcategory and budget equal
-- the chosen values; industry, theme and doctor type match by tag name over the loaded rows.
begin;
select no_plan();
select tests.set_up();

-- 240 products with every mixture of tags; five share a moment, so that order rests on the id as well.
insert into public.categories (id, name) select tests.id(1000 + n), 'Category ' || n from generate_series(1, 3) as n;
insert into public.subcategories (id, name) values
  (tests.id(1101), 'Steel'), (tests.id(1102), 'Paper'), (tests.id(1103), 'Steel');
insert into public.industry_tags (id, name) select tests.id(1200 + n), 'Industry ' || n from generate_series(1, 3) as n;
insert into public.themes (id, name) values (tests.id(1301), 'eco'), (tests.id(1302), 'Diwali'), (tests.id(1303), 'wellness');
insert into public.doctor_type_tags (id, name) select tests.id(1400 + n), 'Doctor ' || n from generate_series(1, 2) as n;
insert into public.products (id, name, category_id, subcategory_id, budget, is_sample, video_url, created_at)
select
  tests.id(2000 + (n * 7919) % 240), 'Product ' || n,
  case when n % 4 > 0 then tests.id(1000 + n % 4) end,
  case when n % 5 between 1 and 3 then tests.id(1100 + n % 5) end,
  (array['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+', null])[1 + n % 6],
  n % 7 > 0,
  case when n % 11 = 0 then 'https://example.com/v' || n end,
  timestamptz '2026-03-01 00:00:00.123456Z' + (n / 5) * interval '1 hour 0.000001 second'
from generate_series(0, 239) as n;
insert into public.product_industry_tags
select id, tests.id(1200 + n) from public.products, generate_series(1, 3) as n where id >= tests.id(2000) and abs(hashtext(id::text || n)) % 2 = 0;
insert into public.product_themes
select id, tests.id(1300 + n) from public.products, generate_series(1, 3) as n where id >= tests.id(2000) and abs(hashtext(n || id::text)) % 2 = 0;
insert into public.product_doctor_type_tags
select id, tests.id(1400 + n) from public.products, generate_series(1, 2) as n where id >= tests.id(2000) and abs(hashtext(id::text || 'd' || n)) % 3 = 0;

-- The rule of product.md, word for word and slow.
create temporary table loaded as
select
  product.id, product.name, product.image_url, product.video_url, product.created_at, product.budget,
  category.name as category, subcategory.name as subcategory,
  array(select tag.name from public.product_industry_tags as link join public.industry_tags as tag on tag.id = link.industry_tag_id where link.product_id = product.id) as industries,
  array(select theme.name from public.product_themes as link join public.themes as theme on theme.id = link.theme_id where link.product_id = product.id order by lower(theme.name)) as themes,
  array(select tag.name from public.product_doctor_type_tags as link join public.doctor_type_tags as tag on tag.id = link.doctor_type_tag_id where link.product_id = product.id) as doctor_types
from public.products as product
left join public.categories as category on category.id = product.category_id
left join public.subcategories as subcategory on subcategory.id = product.subcategory_id
where product.is_sample;
create function pg_temp.expected(industry text, category text, subcategory text, budget text, theme text, doctor_type text) returns jsonb
language sql as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'image_url', image_url, 'image_widths', null, 'image_colour', null, 'video_url', video_url, 'budget', loaded.budget, 'key', private.share_key(id), 'themes', themes)
      order by created_at desc, id
    ),
    '[]'
  )
  from loaded
  where ($2 is null or loaded.category = $2) and ($3 is null or loaded.subcategory = $3) and ($4 is null or loaded.budget = $4)
    and ($1 is null or $1 = any (industries)) and ($5 is null or $5 = any (themes)) and ($6 is null or $6 = any (doctor_types))
$$;
create function pg_temp.page_as(
  actor text, industry text default null, category text default null, subcategory text default null, budget text default null,
  theme text default null, doctor_type text default null, after text default null, page_size integer default 100,
  sort text default 'newest', counts boolean default false
) returns jsonb
language plpgsql as $$
declare
  page jsonb;
begin
  perform tests.act_as(actor);
  page := public.catalogue_page(industry, category, subcategory, budget, theme, doctor_type, after, page_size, sort, counts)::jsonb;
  perform tests.act_as('owner');
  return page;
end
$$;
-- Every product of a customer's pages, one after the other, and how many pages they were.
create function pg_temp.all_pages(
  page_size integer, category text default null, sort text default 'newest', out products jsonb, out pages integer
)
language plpgsql as $$
declare
  page jsonb;
begin
  products := '[]';
  pages := 0;
  loop
    page := pg_temp.page_as('customer', category => all_pages.category, after => page ->> 'next', page_size => all_pages.page_size, sort => all_pages.sort);
    products := products || (page -> 'products');
    pages := pages + 1;
    exit when page ->> 'next' is null or pages > 1000;
  end loop;
end
$$;

-- Every combination of these values, for customers (the first hundred and the total) and for visitors (the preview).
create temporary table combinations as
select
  row_number() over () as number, industry, category, subcategory, budget, theme, doctor_type,
  pg_temp.expected(industry, category, subcategory, budget, theme, doctor_type) as expected
from unnest(array[null, 'Industry 1', 'Industry 3', 'Pharmaceutical', 'industry 1']) as industry
cross join unnest(array[null, 'Category 2', 'Drinkware', 'No such category']) as category
cross join unnest(array[null, 'Steel', 'Mugs']) as subcategory
cross join unnest(array[null, 'Rs.500-1000']) as budget
cross join unnest(array[null, 'eco']) as theme
cross join unnest(array[null, 'Doctor 1', 'Cardiologist']) as doctor_type;
create temporary table answers as
select
  combinations.*,
  pg_temp.page_as('customer', industry, category, subcategory, budget, theme, doctor_type) as customer,
  pg_temp.page_as('anonymous', industry, category, subcategory, budget, theme, doctor_type) as visitor
from combinations;

select cmp_ok((select count(*) from combinations where expected <> '[]'), '>', 100::bigint, 'many combinations find something');
select cmp_ok((select count(*) from combinations where jsonb_array_length(expected) > 12), '>', 20::bigint, 'and some more than a preview');
select is_empty(
  'select number, industry, category, subcategory, budget, theme, doctor_type from answers where (customer ->> ''total'')::int <> jsonb_array_length(expected)',
  'for every combination of filters the total is exact'
);
select is_empty(
  $$
    select number, industry, category, subcategory, budget, theme, doctor_type from answers
    where customer -> 'products' <> (select coalesce(jsonb_agg(product order by position), '[]') from jsonb_array_elements(expected) with ordinality as list (product, position) where position <= 100)
  $$,
  'a customer gets what the rule gives, in order'
);
select is_empty(
  'select number from answers where (customer ->> ''next'' is null) <> (jsonb_array_length(expected) <= 100)',
  'and is told when there is more'
);
select is_empty(
  $$
    select number, industry, category, subcategory, budget, theme, doctor_type from answers
    where visitor -> 'products' <> (select coalesce(jsonb_agg(product order by position), '[]') from jsonb_array_elements(expected) with ordinality as list (product, position) where position <= 12)
  $$,
  'a visitor gets the first twelve of them'
);
select is_empty(
  'select number from answers where visitor -> ''total'' <> customer -> ''total'' or visitor -> ''next'' <> ''null''',
  'with the same total and no way on'
);

-- Ids in place of names
select is((pg_temp.page_as('customer', industry => value) ->> 'total')::int, (select count(*)::int from loaded where 'Industry 2' = any (industries)), 'an industry is found by ' || value)
from unnest(array['Industry 2', tests.id(1202)::text]) as value;
select is((pg_temp.page_as('customer', category => value) ->> 'total')::int, (select count(*)::int from loaded where category = 'Category 1'), 'a category is found by ' || value)
from unnest(array['Category 1', tests.id(1001)::text]) as value;
select is((pg_temp.page_as('customer', theme => value) ->> 'total')::int, (select count(*)::int from loaded where 'wellness' = any (themes)), 'a theme is found by ' || value)
from unnest(array['wellness', tests.id(1303)::text]) as value;
select is((pg_temp.page_as('customer', doctor_type => value) ->> 'total')::int, (select count(*)::int from loaded where 'Doctor 2' = any (doctor_types)), 'a doctor type is found by ' || value)
from unnest(array['Doctor 2', tests.id(1402)::text]) as value;
select is(
  (pg_temp.page_as('customer', subcategory => tests.id(1101)::text) ->> 'total')::int + (pg_temp.page_as('customer', subcategory => tests.id(1103)::text) ->> 'total')::int,
  (pg_temp.page_as('customer', subcategory => 'Steel') ->> 'total')::int,
  'a name that two subcategories share finds the products of both'
);
select is(
  pg_temp.page_as(
    'customer',
    case filter when 'industry' then value end, case filter when 'category' then value end,
    case filter when 'subcategory' then value end, case filter when 'budget' then value end,
    case filter when 'theme' then value end, case filter when 'doctor type' then value end
  ),
  '{"total": 0, "products": [], "next": null}', format('nothing is of the %s %L', filter, left(value, 30))
)
from unnest(array['industry', 'category', 'subcategory', 'budget', 'theme', 'doctor type']) as filter
cross join unnest(array['', ' ', 'Unknown', '%', tests.id(9)::text, ''' or true --', '$1', '{1}', repeat('x', 100000)]) as value;

-- Several values of a filter, of which a product has one, and counts: a value's count is the total beside the choices of
-- the other filters.
create function pg_temp.found(text[], text[], text[], text[], text[], text[]) returns setof loaded language sql as $$
  select * from loaded
  where ($1 is null or industries && $1) and ($2 is null or category = any ($2)) and ($3 is null or subcategory = any ($3))
    and ($4 is null or budget = any ($4)) and ($5 is null or themes && $5) and ($6 is null or doctor_types && $6)
$$;
create function pg_temp.expected_counts(i text[], c text[], s text[], b text[], t text[], d text[]) returns jsonb
language sql as $$
  select coalesce(jsonb_object_agg(section, numbers), '{}')
  from (
    select section, jsonb_object_agg(name, number) as numbers
    from (
      select 'industry' as section, tag as name, count(*) as number from pg_temp.found(null, c, s, b, t, d), unnest(industries) as tag group by tag
      union all select 'category', category, count(*) from pg_temp.found(i, null, s, b, t, d) where category is not null group by category
      union all
      select 'subcategory', subcategory, count(*) from pg_temp.found(i, c, null, b, t, d)
      where subcategory is not null and c is not null group by subcategory
      union all select 'budget', budget, count(*) from pg_temp.found(i, c, s, null, t, d) where budget is not null group by budget
      union all select 'theme', tag, count(*) from pg_temp.found(i, c, s, b, null, d), unnest(themes) as tag group by tag
      union all
      select 'doctor_type', tag, count(*) from pg_temp.found(i, c, s, b, t, null), unnest(doctor_types) as tag
      where i is not null group by tag
    ) as of_names
    group by section
  ) as of_sections
$$;
-- One value as its name, several as an array; no, one or two of each filter.
create function pg_temp.argument(names text[]) returns text language sql as $$
  select case cardinality(names) when 1 then names[1] else to_jsonb(names)::text end
$$;
create temporary table several as
select chosen.*
from generate_series(1, 60) as number
cross join lateral (
  select
    (array[null, '{Industry 1}', '{Industry 1,Industry 3}', '{Industry 2,Unknown}'])[1 + abs(hashtext(number || 'i')) % 4]::text[] as i,
    (array[null, '{Category 2}', '{Category 1,Category 3}'])[1 + abs(hashtext(number || 'c')) % 3]::text[] as c,
    (array[null, null, '{Steel}', '{Steel,Paper}'])[1 + abs(hashtext(number || 's')) % 4]::text[] as s,
    (array[null, null, '{Rs.500-1000}', '{Rs.10-100,Rs.2000+,Rs.100-500}'])[1 + abs(hashtext(number || 'b')) % 4]::text[] as b,
    (array[null, '{eco}', '{eco,Diwali}'])[1 + abs(hashtext(number || 't')) % 3]::text[] as t,
    (array[null, null, '{Doctor 1}', '{Doctor 1,Doctor 2}'])[1 + abs(hashtext(number || 'd')) % 4]::text[] as d
) as chosen;
create temporary table counted as
select
  several.*, pg_temp.expected_counts(i, c, s, b, t, d) as expected,
  array(select id::text from pg_temp.found(i, c, s, b, t, d) order by created_at desc, id limit 100) as ids,
  pg_temp.page_as('customer', pg_temp.argument(i), pg_temp.argument(c), pg_temp.argument(s), pg_temp.argument(b), pg_temp.argument(t), pg_temp.argument(d), counts => true) as customer,
  pg_temp.page_as('anonymous', pg_temp.argument(i), pg_temp.argument(c), pg_temp.argument(s), pg_temp.argument(b), pg_temp.argument(t), pg_temp.argument(d), counts => true) as visitor
from several;
select cmp_ok((select count(*) from counted where cardinality(ids) > 0), '>', 15::bigint, 'many choices of several values find something');
select is_empty(
  $$ select i, c, s, b, t, d from counted where ids <> array(select jsonb_array_elements(customer -> 'products') ->> 'id') $$,
  'a product has one of the chosen values of each filter'
);
select is_empty(
  $$ select i, c, s, b, t, d, expected, customer -> 'counts' from counted where customer -> 'counts' <> expected $$,
  'each value counts what it would find beside the other filters'
);
select is_empty('select 1 from counted where visitor -> ''counts'' <> expected', 'the same for a visitor, whose totals are exact, too');
select is(pg_temp.page_as('customer') -> 'counts', null, 'counts are given when they are asked for');
select is(
  pg_temp.page_as('customer', theme => value) -> 'total', to_jsonb(total), format('themes %L find %s', value, total)
)
from (values ('[]', 0), ('[null]', 0), ('["Unknown"]', 0), ('[', 0), ('["eco"', 0), ('[{"eco": 1}]', 0)) as odd (value, total);
insert into public.themes (id, name) values (tests.id(1304), '["eco"');
insert into public.product_themes select loaded.id, tests.id(1304) from loaded limit 3;
select is(pg_temp.page_as('customer', theme => '["eco"') -> 'total', '3', 'a name may begin like an array');
delete from public.themes where id = tests.id(1304);

-- Pages
select is(
  (select products from pg_temp.all_pages(size)), pg_temp.expected(null, null, null, null, null, null),
  format('pages of %s hold every product once, in order', size)
)
from unnest(array[1, 7, 48, 100]) as size;
select is(
  (select products from pg_temp.all_pages(3, 'Category 3')), pg_temp.expected(null, 'Category 3', null, null, null, null),
  'and so they do under a filter'
);
select is((select pages from pg_temp.all_pages(100)), 3, 'pages are as long as asked for');
select is(
  pg_temp.page_as('customer', category => 'Category 1', page_size => (pg_temp.page_as('customer', category => 'Category 1') ->> 'total')::int) -> 'next',
  'null', 'a page that ends with the last product has no next'
);
select is(
  jsonb_array_length(pg_temp.page_as('customer', page_size => size) -> 'products'), length,
  format('a page of %s products has %s', coalesce(size::text, 'no number of'), length)
)
from (values (0, 1), (-5, 1), (-2147483648, 1), (null, 48), (101, 100), (2147483647, 100)) as sizes (size, length);
select is(
  jsonb_array_length(pg_temp.page_as('anonymous', page_size => size) -> 'products'), least(12, size),
  format('a visitor asks for %s products and gets %s', size, least(12, size))
)
from unnest(array[1, 12, 13, 100, 2147483647]) as size;

-- Orders: by that rule, sorted by hand.
create function pg_temp.in_order(products jsonb, sort text) returns jsonb language sql as $$
  select coalesce(
    jsonb_agg(
      product order by
        case sort when 'name' then lower(product ->> 'name') end,
        case
          when sort in ('budget-asc', 'budget-desc') then
            coalesce(
              array_position(
                case sort
                  when 'budget-asc' then array['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+']
                  else array['Rs.2000+', 'Rs.1000-2000', 'Rs.500-1000', 'Rs.100-500', 'Rs.10-100']
                end,
                product ->> 'budget'
              ),
              6
            )
        end,
        position
    ),
    '[]'
  )
  from jsonb_array_elements(products) with ordinality as list (product, position)
$$;
update public.products set name = 'a twin' where id in (select id from public.products where is_sample order by id limit 20);
update loaded set name = 'a twin' where id in (select id from loaded order by id limit 20);
create temporary table sorts as select unnest(array['newest', 'name', 'budget-asc', 'budget-desc']) as sort;
select is(
  (select products from pg_temp.all_pages(size, category, sort)),
  pg_temp.in_order(pg_temp.expected(null, category, null, null, null, null), sort),
  format('by %s, pages of %s hold every product once, in order, %s', sort, size, coalesce('of ' || category, 'of all'))
)
from sorts, unnest(array[1, 7, 100]) as size, unnest(array[null, 'Category 3']) as category;
select is(
  pg_temp.page_as('anonymous', category => category, sort => sort, after => 'x') -> 'products',
  pg_temp.page_as('customer', category => category, sort => sort, page_size => 12) -> 'products',
  format('by %s, a visitor sees the first twelve of all, %s', sort, coalesce('of ' || category, 'without a filter'))
)
from sorts, unnest(array[null, 'Category 3']) as category;
create temporary table cursors as
select sort, pg_temp.page_as('customer', page_size => 5, sort => sort) ->> 'next' as after from sorts;
select is(
  (
    select count(distinct product ->> 'id')
    from unnest(array[null, 'x', cursors.after]) as after, unnest(array[1, 5, 12, 13, 100]) as size, unnest(array[true, false]) as counts,
      jsonb_array_elements(pg_temp.page_as('anonymous', sort => cursors.sort, after => after, page_size => size, counts => counts) -> 'products') as product
  ),
  12::bigint, format('by %s, no size of a page and no cursor shows a visitor more than these twelve', cursors.sort)
)
from cursors;
grant select on sorts, cursors to authenticated;
select tests.act_as('customer');
select throws_ok(
  format('select public.catalogue_page(sort => %L, after => %L)', sorts.sort, cursors.after), '22023', null,
  format('a page by %s does not go on by %s', cursors.sort, sorts.sort)
)
from sorts, cursors where sorts.sort <> cursors.sort;
select throws_ok(
  format('select public.catalogue_page(sort => %L)', sort), '22023', format('The catalogue has no such order: %s', sort),
  format('%L is no order', sort)
)
from unnest(array['', 'NAME', 'budget', 'name desc', 'search_name', ''' or true --']) as sort;
select is(public.catalogue_page(sort => null)::jsonb, public.catalogue_page()::jsonb, 'no order is that of the newest');
select tests.act_as('owner');

-- A visitor does not get on by any word for the next page.
select is(
  pg_temp.page_as('anonymous', after => after), pg_temp.page_as('anonymous'), format('a visitor who goes on from %L starts again', left(after, 30))
)
from unnest(array[pg_temp.page_as('customer', page_size => 12) ->> 'next', 'nonsense', '', '0.' || tests.id(0)]) as after;
select is(
  (select count(distinct product ->> 'id') from generate_series(1, 100) as size, jsonb_array_elements(pg_temp.page_as('anonymous', page_size => size, after => size || '.' || tests.id(size)) -> 'products') as product),
  12::bigint, 'whatever the page is like, the preview is the same twelve products'
);

-- A new product does not shift the pages of someone who is reading.
create temporary table first_page as select pg_temp.page_as('customer', page_size => 10) as page;
insert into public.products (name, is_sample, created_at) values ('Newest', true, '2027-01-01Z');
delete from public.products where id = (select (page -> 'products' -> 9 ->> 'id')::uuid from first_page);
select is(
  (select pg_temp.page_as('customer', page_size => 10, after => page ->> 'next') -> 'products' from first_page),
  (select jsonb_agg(product order by position) from jsonb_array_elements(pg_temp.expected(null, null, null, null, null, null)) with ordinality as list (product, position) where position between 11 and 20),
  'the next page goes on where the first ended, though products came and went'
);
insert into public.products (name, is_sample, created_at) values ('Newest of all', true, '2027-01-02Z');
select is(
  (select pg_temp.page_as('customer', page_size => 10, after => page ->> 'next') -> 'total' from first_page),
  (select page -> 'total' from first_page),
  'and has its total, so that it is counted once'
);
delete from public.products where name = 'Newest of all';

-- Words that are no cursor of the catalogue
select tests.act_as('customer');
select throws_ok(
  format('select public.catalogue_page(after => %L)', after), '22023', 'The cursor "after" is not one that this catalogue has returned',
  format('%L is no cursor', left(after, 40))
)
from unnest(array[
  '', 'nonsense', '1', '.', '1.2', 'null', '1.' || 'x', tests.id(1)::text, ' 1.' || tests.id(1), '1.' || tests.id(1) || E'\n', '1e5.' || tests.id(1),
  '1.2.' || tests.id(1) || E'\n', '-1.2.' || tests.id(1), '1.9223372036854775808.' || tests.id(1),
  '1.-9223372036854775807.' || tests.id(1), '9223372036854775808.2.' || tests.id(1),
  '99999999999999999999999.' || tests.id(1), repeat('1', 100000)
]) as after;
select lives_ok(
  format('select public.catalogue_page(after => %L)', after), format('%L is a cursor, if an odd one', after)
)
from unnest(array['0.0.' || tests.id(0), '9.-1.' || tests.id(1), '9.9223372036854775807.' || tests.id(1)]) as after;
select tests.act_as('owner');

-- Times far away are paged through, too.
insert into public.products (id, name, is_sample, created_at) values
  (tests.id(3001), 'Far', true, '9999-12-31 23:59:59.999999Z'), (tests.id(3002), 'Old', true, '0001-01-01Z'), (tests.id(3003), 'Very old', true, '1066-10-14 09:00:00.000001Z');
select is(
  (select jsonb_array_length(products) from pg_temp.all_pages(1)), (select count(*)::int from public.products where is_sample),
  'products of any time are all found, one a page'
);

-- What can be chosen
select tests.act_as('anonymous');
select is(
  public.catalogue_filters(),
  jsonb_build_object(
    'industries', jsonb_build_array(
      jsonb_build_object('id', tests.id(1201), 'name', 'Industry 1', 'has_doctor_types', false),
      jsonb_build_object('id', tests.id(1202), 'name', 'Industry 2', 'has_doctor_types', false),
      jsonb_build_object('id', tests.id(1203), 'name', 'Industry 3', 'has_doctor_types', false),
      jsonb_build_object('id', tests.id(12), 'name', 'Pharmaceutical', 'has_doctor_types', true)
    ),
    'categories', jsonb_build_array(
      jsonb_build_object('id', tests.id(1001), 'name', 'Category 1', 'subcategories', '[]'::jsonb),
      jsonb_build_object('id', tests.id(1002), 'name', 'Category 2', 'subcategories', '[]'::jsonb),
      jsonb_build_object('id', tests.id(1003), 'name', 'Category 3', 'subcategories', '[]'::jsonb),
      jsonb_build_object('id', tests.id(10), 'name', 'Drinkware', 'subcategories', jsonb_build_array(jsonb_build_object('id', tests.id(11), 'name', 'Mugs')))
    ),
    'themes', jsonb_build_array(
      jsonb_build_object('id', tests.id(1302), 'name', 'Diwali'), jsonb_build_object('id', tests.id(1301), 'name', 'eco'),
      jsonb_build_object('id', tests.id(13), 'name', 'Festive'), jsonb_build_object('id', tests.id(1303), 'name', 'wellness')
    ),
    'doctor_types', jsonb_build_array(
      jsonb_build_object('id', tests.id(14), 'name', 'Cardiologist'), jsonb_build_object('id', tests.id(1401), 'name', 'Doctor 1'),
      jsonb_build_object('id', tests.id(1402), 'name', 'Doctor 2')
    ),
    'facts', jsonb_build_object('moq', '[]'::jsonb, 'lead', '[]'::jsonb, 'branding', array['Engraving'], 'colour', array['Red'])
  ),
  'the filters offer every industry, category with its subcategories, theme and doctor type, by name'
);
select tests.act_as('owner');
insert into public.branding_methods (name) values ('Unused');
delete from public.product_colours where true;
update public.products set min_quantity = 50, lead_days_to = 9 where id = tests.id(3002);
select is(
  public.catalogue_filters() -> 'facts',
  jsonb_build_object(
    'moq', array['10', '25', '50', '100', '250', '500'], 'lead', array['3', '7', '10', '15', '21', '30'],
    'branding', array['Engraving'], 'colour', '[]'::jsonb
  ),
  'and of facts what a sample product has'
);

select throws_ok(
  format('select public.catalogue_page(theme => %L)', value), '22023', 'A filter takes at most 100 values', 'a filter takes at most a hundred values'
)
from (values (to_json(array(select 'a' from generate_series(1, 101)))::text), (repeat('[', 6000) || repeat(']', 6000))) as lists (value);
select lives_ok(
  $$ select public.catalogue_page(budget => to_json(array(select n::text from generate_series(1, 100) as n))::text) $$, 'and a hundred'
);
select * from finish();
rollback;
