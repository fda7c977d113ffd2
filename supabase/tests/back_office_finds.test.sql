-- What the back office lists under filters and words, and how it counts: the same as looking at every row.
begin;
select no_plan();
select tests.set_up();

insert into public.products (id, name, category_id, subcategory_id, budget, is_sample, is_featured, image_url, video_url, created_at)
select tests.id(1000 + (n * 7919) % 300), (array['Copper', 'copper_', 'Steel'])[1 + n % 3] || ' gift ' || n % 7,
  case when n % 3 > 0 then tests.id(10) end, case when n % 4 > 0 then tests.id(11) end,
  (array['Rs.10-100', 'Rs.2000+', null])[1 + n % 3], n % 5 > 0, n % 6 = 0, case when n % 2 = 0 then 'https://example.com/i.webp' end,
  case when n % 7 = 0 then 'https://example.com/v' end, timestamptz '2026-02-01Z' + (n / 4) * interval '1 hour'
from generate_series(0, 299) as n;
insert into public.product_industry_tags select id, tests.id(12) from public.products where abs(hashtext(id::text)) % 2 = 0 on conflict do nothing;
insert into public.product_themes select id, tests.id(13) from public.products where abs(hashtext('t' || id)) % 3 = 0 on conflict do nothing;
insert into public.product_doctor_type_tags select id, tests.id(14) from public.products where abs(hashtext('d' || id)) % 4 = 0 on conflict do nothing;
-- Two with pictures of our own, of which one is gone; one of them alone has its name.
insert into storage.objects (bucket_id, name) values ('product-images', '405.webp');
update public.products set image_url = '/storage/v1/object/public/product-images/404.webp' where id = tests.id(1001);
update public.products set image_url = '/storage/v1/object/public/product-images/405.webp', name = 'Alone' where id = tests.id(1002);

-- The rows that meet the filters, slowly.
create function pg_temp.meets(product public.products, words text, filters jsonb) returns boolean language sql as $$
  select (
      select bool_and(position(word in lower(product.name)) > 0 or position(word in lower(concat(product.code, ' ', (select supplier_code from public.product_terms where product_id = product.id)))) > 0 or char_length(word) > 1 and exists (
        select from (
          select name from public.categories where id = product.category_id
          union all select name from public.industry_tags join public.product_industry_tags on industry_tag_id = id where product_id = product.id
          union all select name from public.themes join public.product_themes on theme_id = id where product_id = product.id
          union all select name from public.doctor_type_tags join public.product_doctor_type_tags on doctor_type_tag_id = id where product_id = product.id
        ) as facet where position(word in lower(facet.name)) > 0
      ))
      from unnest(string_to_array(lower(words), ' ')) as word
    ) is not false
    and (filters ->> 'category' is null or coalesce(product.category_id::text, 'none') = filters ->> 'category')
    and (filters ->> 'subcategory' is null or coalesce(product.subcategory_id::text, 'none') = filters ->> 'subcategory')
    and (filters ->> 'budget' is null or coalesce(product.budget, 'none') = filters ->> 'budget')
    and (filters ->> 'image' is null or product.image_url is null)
    and (filters ->> 'video' is null or product.video_url is null)
    and (filters ->> 'sample' is null or product.is_sample = (filters ->> 'sample' = 'yes'))
    and (filters ->> 'health' is null or case filters ->> 'health'
      when 'draft' then not product.is_sample
      when 'hidden_featured' then product.is_featured and not product.is_sample
      when 'untagged' then not exists (select from public.product_industry_tags where product_id = product.id)
        and not exists (select from public.product_themes where product_id = product.id) and not exists (select from public.product_doctor_type_tags where product_id = product.id)
      when 'same_name' then exists (select from public.products as other where lower(other.name) = lower(product.name) and other.id <> product.id)
      when 'same_image' then exists (select from public.products as other where other.image_url = product.image_url and other.id <> product.id)
      when 'broken_image' then product.image_url like '/storage/%/404.webp'
    end)
    and (filters ->> 'featured' is null or product.is_featured = (filters ->> 'featured' = 'yes'))
    and (filters ->> 'industry' is null or filters ->> 'industry' = any (array(select coalesce(industry_tag_id::text, 'none') from (select product.id) as one left join public.product_industry_tags on product_id = product.id)))
    and (filters ->> 'theme' is null or filters ->> 'theme' = any (array(select coalesce(theme_id::text, 'none') from (select product.id) as one left join public.product_themes on product_id = product.id)))
    and (filters ->> 'doctor_type' is null or filters ->> 'doctor_type' = any (array(select coalesce(doctor_type_tag_id::text, 'none') from (select product.id) as one left join public.product_doctor_type_tags on product_id = product.id)))
$$;
-- The ids of all pages, one after the other.
create function pg_temp.all_found(words text, filters jsonb, sorted text, ascending boolean) returns uuid[] language plpgsql as $$
declare
  found uuid[] := '{}';
  part uuid[];
  last public.products;
begin
  loop
    part := array(
      select product.id
      from public.find_products(words, filters, sorted, ascending, case sorted when 'name' then last.name else last.created_at::text end, last.id, 20) as product
      order by
        case when sorted = 'name' and ascending then product.name end, case when sorted = 'name' and not ascending then product.name end desc,
        case when sorted <> 'name' and ascending then product.created_at end, case when sorted <> 'name' and not ascending then product.created_at end desc,
        case when ascending = (sorted = 'name') then product.id end, product.id desc
    );
    found := found || part;
    exit when cardinality(part) < 20 or cardinality(found) > 1000;
    select * into last from public.products where id = part[20];
  end loop;
  return found;
end
$$;
create temporary table questions as
select row_number() over () as question, words, filters
from unnest(array['', 'COPPER', 'r_', '%', 'GI', 'gift 3 cop', 'drinkware fest', 'rm']) as words
cross join (
  values ('{}'::jsonb), (jsonb_build_object('category', tests.id(10))), (jsonb_build_object('subcategory', tests.id(11), 'sample', 'yes')),
    ('{"budget": "Rs.2000+"}'), ('{"sample": "no"}'), ('{"featured": "yes", "sample": "yes"}'), ('{"featured": "no"}'),
    (jsonb_build_object('industry', tests.id(12))), (jsonb_build_object('industry', tests.id(12), 'theme', tests.id(13), 'doctor_type', tests.id(14))),
    (jsonb_build_object('category', tests.id(10), 'theme', tests.id(13), 'budget', 'Rs.2000+')),
    ('{"category": "none", "image": "none"}'), ('{"subcategory": "none", "budget": "none"}'), ('{"video": "none", "industry": "none"}'),
    ('{"theme": "none"}'), ('{"health": "draft", "category": "none"}'),
    ('{"health": "hidden_featured"}'), ('{"health": "untagged", "sample": "yes"}'), ('{"health": "same_name"}'),
    ('{"health": "same_image"}'), ('{"health": "broken_image"}'), (jsonb_build_object('industry', tests.id(12), 'doctor_type', 'none')), (jsonb_build_object('theme', tests.id(99)))
) as filters (filters);
-- Each is asked in four orders, and has the same rows in all of them.
create temporary table met as
select question, product.id, product.name, product.created_at
from questions join public.products as product on pg_temp.meets(product, words, filters);
create index on met (question);
analyze met;

create temporary table answers (
  words text, filters jsonb, sorted text, ascending boolean, count integer, found uuid[], expected uuid[]
);
grant all on answers to authenticated;
create temporary table expectations as
select
  words, filters, sorted, ascending,
  array(
    select product.id from met as product where product.question = questions.question
    order by
      case when sorted = 'name' and ascending then product.name end, case when sorted = 'name' and not ascending then product.name end desc,
      case when sorted <> 'name' and ascending then product.created_at end, case when sorted <> 'name' and not ascending then product.created_at end desc,
      case when ascending = (sorted = 'name') then product.id end, product.id desc
  ) as expected
from questions cross join unnest(array['created_at', 'name']) as sorted cross join unnest(array[false, true]) as ascending;
grant select on expectations to authenticated;

select tests.act_as('administrator');
insert into answers
select words, filters, sorted, ascending, public.count_products(words, filters), pg_temp.all_found(words, filters, sorted, ascending), expected
from expectations;
select tests.act_as('owner');
select cmp_ok((select count(*) from answers where cardinality(expected) > 80), '>', 40::bigint, 'many lists have several pages');
select is_empty('select words, filters, count, cardinality(expected) from answers where count <> cardinality(expected)', 'every count is exact');
select is_empty('select words, filters, sorted, ascending from answers where found <> expected', 'pages hold every product once, in each order');
select tests.act_as('administrator');
select throws_ok($$ select public.count_products('', '{"colour": "red"}') $$, '22023', 'Products have no such filter: colour');
select is_empty(
  $$
    select part from jsonb_array_elements(public.catalogue_health() -> 'products') as part
    where (part -> 'products')::int <> public.count_products('', jsonb_build_object(part ->> 'filter', part -> 'value'))
  $$,
  'each number of the catalogue''s health is that of the list that it leads to'
);
select cmp_ok((select count(*) from jsonb_array_elements(public.catalogue_health() -> 'products') as part where (part -> 'products')::int > 0), '>=', 10::bigint, 'and there is much to mend here');
select is(public.catalogue_health() -> 'unused', '[]', 'no value of a filter leads nowhere');
insert into public.themes (name) values ('Nowhere');
select is(public.catalogue_health() -> 'unused', '[{"table": "themes", "name": "Nowhere"}]', 'until one does');
select throws_ok($$ select public.count_products('', '{"health": "good"}') $$, '22023', 'Products have no such filter: health');
select throws_ok($$ select public.count_products('', '{"image": "yes"}') $$, '22023', 'Products have no such filter: image');
select throws_ok($$ select * from public.find_products(sorted => 'id') $$, '22023', 'Products are sorted by created_at or name, or by match on one page');
select throws_ok($$ select public.count_products('', '{"category": "Drinkware"}') $$, '22P02', null, 'a filter takes ids');

-- Leads
select tests.act_as('owner');
insert into public.leads (id, name, company, email, phone, created_at)
select tests.id(5000 + n), 'Person ' || n % 9, 'Nova', 'p' || n || '@example.com', '1', timestamptz '2026-02-01Z' + (n / 3) * interval '1 hour' from generate_series(1, 200) as n;
delete from public.leads where id in (tests.id(5007), tests.id(5100));
select tests.act_as('administrator');
select is(public.count_leads(), (select count(*)::int from public.leads), 'all leads are counted');
select is(
  public.count_leads(words, since, before, after),
  (select count(*)::int from public.leads
    where (select bool_and(position(word in search_text) > 0) from unnest(string_to_array(lower(words), ' ')) as word) is not false
    and created_at >= coalesce(since, '-infinity') and created_at < coalesce(before, 'infinity') and created_at > coalesce(after, '-infinity')),
  format('leads with %L since %s before %s after %s', words, since, before, after)
)
from unnest(array['', 'PERSON 3', 'p12']) as words
cross join unnest(array[null, timestamptz '2026-02-01 10:00Z']) as since
cross join unnest(array[null, timestamptz '2026-02-03 00:00Z']) as before
cross join unnest(array[null, timestamptz '2026-02-02 10:00Z']) as after;
select results_eq(
  $$ select lead.id from public.find_leads('person', ascending => true, beyond => '2026-02-01 10:00Z', beyond_id => tests.id(5030), size => 30) as lead order by created_at, id $$,
  $$ select id from public.leads where name like 'Person%' and (created_at, id) > ('2026-02-01 10:00Z', tests.id(5030)) order by created_at, id limit 30 $$,
  'leads go on after a cursor'
);
select results_eq(
  $$ select lead.id from public.find_leads(beyond => '2026-02-03 10:00Z', beyond_id => tests.id(5170), since => '2026-02-02Z') as lead order by created_at desc, id desc $$,
  $$ select id from public.leads where created_at >= '2026-02-02Z' and (created_at, id) < ('2026-02-03 10:00Z', tests.id(5170)) order by created_at desc, id desc limit 25 $$,
  'and back, within a time'
);

-- Others learn nothing.
select tests.act_as('customer');
select is(public.catalogue_health(), null, 'a customer learns nothing of the catalogue''s health');
select is_empty('select * from public.find_products()', 'a customer finds no product by the back office''s list');
select is_empty('select * from public.find_leads()', 'and no lead');
select is_empty('select * from private.find_products('''', ''{}'', ''name'', true, null, null, 10)', 'not even behind it');
select is(public.count_products(), null, 'nor their number');
select is(public.count_leads(), null, 'nor that of leads');
select tests.act_as('anonymous');
select throws_ok(statement, '42501', null, 'a visitor cannot ask ' || statement)
from unnest(array['select public.find_products()', 'select public.count_products()', 'select public.find_leads()', 'select public.count_leads()']) as statement;

-- The same pictures and videos that do not play
select tests.act_as('owner');
delete from public.products where true;
insert into storage.objects (bucket_id, name, metadata)
select 'product-images', name, jsonb_build_object('size', size)
from (values ('71.webp', 5000), ('72.webp', 5000), ('73.webp', 5001), ('74.webp', 5000), ('75.webp', 5000)) as stored (name, size);
insert into public.products (name, image_url, image_widths, image_colour)
select name, '/storage/v1/object/public/product-images/' || image, widths, colour
from (values
  ('Copy one', '71.webp', array[320, 640]::smallint[], '#102030'), ('Copy two', '72.webp', array[320, 640]::smallint[], '#102030'),
  ('Another size', '73.webp', array[320, 640]::smallint[], '#102030'), ('Another colour', '74.webp', array[320, 640]::smallint[], '#102031'),
  ('Without widths', '75.webp', null, null)
) as visible (name, image, widths, colour);
insert into public.products (name, image_url) values ('Linked one', 'https://example.com/a.jpg'), ('Linked two', 'https://example.com/a.jpg');
insert into public.products (name, video_url)
select 'Plays ' || position, address from unnest(array[
  '/videos/teal-stethoscope.mp4', 'https://cdn.example/a.webm?x=1', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ?si=x', 'https://vimeo.com/76979871', 'https://vimeo.com/76979871/8272103f6e'
]) with ordinality as playable (address, position);
insert into public.products (name, video_url)
select 'Dead ' || position, address from unnest(array[
  'https://videos.example/watch', 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/channel/x', 'https://vimeo.com/about'
]) with ordinality as unplayable (address, position);
select tests.act_as('administrator');
select results_eq(
  $$ select name from public.find_products(filters => '{"health": "same_image"}') order by name $$,
  $$ values ('Copy one'), ('Copy two'), ('Linked one'), ('Linked two') $$, 'products show the same picture at one address, or copies of it'
);
select results_eq(
  $$ select name from public.find_products(filters => '{"health": "dead_video"}') order by name $$,
  $$ select 'Dead ' || n from generate_series(1, 5) as n $$, 'videos that the website cannot play are found'
);

-- Missing facts
select tests.act_as('owner');
delete from public.products where true;
insert into public.products (id, name, image_url, description, min_quantity) values
  (tests.id(801), 'Whole', 'https://example.com/1.jpg', 'Warm', 50), (tests.id(802), 'Bare', null, ' ', null),
  (tests.id(803), 'One picture', 'https://example.com/3.jpg', 'Warm', 50), (tests.id(804), 'Old rate', null, 'Warm', 50);
insert into public.product_pictures (product_id, position, url) values
  (tests.id(801), 2, 'https://example.com/2.jpg'), (tests.id(801), 3, 'https://example.com/3.jpg');
insert into public.product_terms (product_id, hsn, gst_rate, gst_rate_from) values
  (tests.id(801), '9617', 18, private.day_in_india(now()) - interval '1 year' + interval '1 day'), (tests.id(803), null, null, '2001-01-01'),
  (tests.id(804), '9617', 0, private.day_in_india(now()) - interval '1 year');
select tests.act_as('sales');
select is(array(select name from public.find_products(filters => jsonb_build_object('health', value)) order by name), names, value) from (values
  ('no_description', array['Bare']), ('one_picture', array['One picture']), ('no_min_quantity', array['Bare']),
  ('no_hsn', array['Bare', 'One picture']), ('old_gst_rate', array['Old rate'])
) as cases (value, names);
select is(
  (select jsonb_object_agg(part ->> 'value', part -> 'products') from jsonb_array_elements(public.catalogue_health() -> 'products') as part where part ->> 'value' ~ '^no_|one_|old_'),
  '{"no_description": 1, "one_picture": 1, "no_min_quantity": 1, "no_hsn": 2, "old_gst_rate": 1}', 'the dashboard counts them'
);

select * from finish();
rollback;
