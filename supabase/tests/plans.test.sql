-- Long lists are read by an index, page by page, as each role and under row level security, with the settings that the
-- planner has by default. The statements are those that the API writes.
begin;
select no_plan();
select tests.set_up();

-- Fifty thousand products and as many leads, quickly: what the triggers normalise is normalised already, checks, foreign keys and
-- the indexes of words come after. The transaction ends with their return.
alter table public.products disable trigger user;
alter table public.leads disable trigger user;
alter table public.lead_events disable trigger user;
alter table public.product_industry_tags disable trigger user;
alter table public.product_themes disable trigger user;
alter table public.product_doctor_type_tags disable trigger user;
create temporary table dropped as
select format('drop index %I.%I', schemaname, indexname) as drop, indexdef as create from pg_indexes where indexdef like '%gin_trgm_ops%'
union all
select format('alter table %s drop constraint %I', conrelid::regclass, conname), format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
from pg_constraint
where contype in ('c', 'f') and conrelid in (
  'public.products'::regclass, 'public.leads'::regclass, 'public.lead_events'::regclass,
  'public.product_industry_tags'::regclass, 'public.product_themes'::regclass, 'public.product_doctor_type_tags'::regclass
);
create function pg_temp.run(statements text[]) returns void language plpgsql as $$
declare
  statement text;
begin
  foreach statement in array statements loop
    execute statement;
  end loop;
end
$$;
select pg_temp.run(array(select drop from dropped));
insert into public.categories (id, name) select tests.id(100 + n), 'Category ' || n from generate_series(1, 40) as n;
insert into public.industry_tags (id, name) select tests.id(200 + n), 'Industry ' || n from generate_series(1, 12) as n;
insert into public.themes (id, name) select tests.id(300 + n), 'Theme ' || n from generate_series(1, 12) as n;
insert into public.doctor_type_tags (id, name) select tests.id(400 + n), 'Doctor ' || n from generate_series(1, 12) as n;
insert into public.subcategories (id, name) select tests.id(500 + n), 'Subcategory ' || n from generate_series(1, 3000) as n;
insert into public.subcategory_categories (subcategory_id, category_id)
select tests.id(500 + n), tests.id(101 + n % 40) from generate_series(1, 3000) as n;
insert into public.products (id, name, category_id, budget, is_sample, is_featured, created_at)
select tests.id(100000 + n), (array['Copper', 'Steel', 'Bamboo'])[1 + n % 3] || ' gift no. ' || n, tests.id(101 + n % 40),
  case n % 400 when 0 then 'Rs.2000+' else 'Rs.10-100' end, n % 50 <> 0, n % 500 = 0, timestamptz '2025-01-01Z' + n * interval '1 minute'
from generate_series(1, 50000) as n;
insert into public.product_industry_tags select tests.id(100000 + n), tests.id(201 + n % 12) from generate_series(1, 50000) as n;
insert into public.product_themes select tests.id(100000 + n), tests.id(301 + n / 7 % 12) from generate_series(1, 50000) as n;
insert into public.product_doctor_type_tags select tests.id(100000 + n), tests.id(401 + n % 12) from generate_series(1, 50000, 4) as n;
insert into public.leads (id, name, company, email, phone, created_at)
select tests.id(200000 + n), 'Person ' || n, 'Company ' || n % 977, 'person' || n || '@example.com', '+91 ' || n,
  timestamptz '2025-01-01Z' + n * interval '1 minute'
from generate_series(1, 50000) as n;
insert into public.lead_handling (lead_id, created_at, state, assigned_to, answered_at)
select id, created_at, (array['won', 'lost', 'spam', 'in_progress'])[1 + n % 4], case when n % 50 = 0 then tests.id(2) end, case when n % 400 <> 3 then created_at end
from (select id, created_at, row_number() over (order by id) as n from public.leads where id > tests.id(200000) and id <= tests.id(250000)) as numbered;
insert into public.lead_events (lead_id, actor_id, actor_email, kind, value, created_at)
select lead_id, tests.id(2), 'administrator@example.com', 'state', state, created_at from public.lead_handling where state in ('won', 'lost', 'in_progress');
-- Of which some are recent: what the dashboard counts.
insert into public.leads (id, name, company, email, phone, selected_products, created_at)
select tests.id(320000 + n), 'Person recently no. ' || n, 'Company', 'recent' || n || '@example.com', '1',
  array(select (array['Copper', 'Steel', 'Bamboo'])[1 + (n + k) % 3] || ' gift no. ' || n + k from generate_series(0, 2) as k), now() - n * interval '40 minutes'
from generate_series(1, 1000) as n;
insert into public.lead_handling (lead_id, created_at, state, answered_at)
select id, created_at, 'won', created_at + interval '3 hours' from public.leads where id > tests.id(320000);
insert into public.lead_events (lead_id, actor_id, actor_email, kind, value, created_at)
select lead_id, tests.id(2), 'administrator@example.com', 'state', 'won', created_at from public.lead_handling where lead_id > tests.id(320000);
insert into auth.users (id, email) select tests.id(300000 + n), 'buyer' || n || '@example.com' from generate_series(1, 200) as n;
alter table public.favourites disable trigger user;
insert into public.favourites (user_id, product_id)
select tests.id(300000 + n % 200 + 1), tests.id(100000 + n) from generate_series(1, 20000) as n;
alter table public.favourites enable trigger user;
insert into private.product_search (product_id, created_at, is_sample, is_featured, name, budget_rank, facet_ids)
select id, created_at, is_sample, is_featured, name, 1, '{}' from public.products where id > tests.id(100000);
-- Without statistics it might be planned for empty tables.
analyze public.products, public.product_industry_tags, public.product_themes, public.product_doctor_type_tags;
-- Not those of the set-up: a row that is rewritten unchanged would keep this transaction from using the index of words.
select private.refresh_product_search(array(select id from public.products where id > tests.id(100000)));
select pg_temp.run(array(select "create" from dropped));
analyze public.favourites, public.products, public.leads, public.lead_handling, public.lead_events, public.product_industry_tags, public.product_themes, public.product_doctor_type_tags,
  public.categories, public.subcategories, public.subcategory_categories, public.industry_tags, public.themes, public.doctor_type_tags,
  private.product_search;

-- One page of products with everything that its table shows.
create temporary table pieces (piece, text) as values
  (':products', $$
    select products.*, category.shown as category, industry.shown as industries, theme.shown as themes, doctor.shown as doctor_types
    from public.products
    left join lateral (select to_json(c) as shown from (select categories.name from public.categories where categories.id = products.category_id) as c) as category on true
    left join lateral (
      select json_agg(t) as shown from public.product_industry_tags as link
      left join lateral (select tag.id, tag.name from public.industry_tags as tag where tag.id = link.industry_tag_id) as t on true
      where link.product_id = products.id
    ) as industry on true
    left join lateral (
      select json_agg(t) as shown from public.product_themes as link
      left join lateral (select tag.id, tag.name from public.themes as tag where tag.id = link.theme_id) as t on true
      where link.product_id = products.id
    ) as theme on true
    left join lateral (
      select json_agg(t) as shown from public.product_doctor_type_tags as link
      left join lateral (select tag.id, tag.name from public.doctor_type_tags as tag where tag.id = link.doctor_type_tag_id) as t on true
      where link.product_id = products.id
    ) as doctor on true
  $$),
  (':leads', 'select id, name, company, email, phone, message, selected_products, created_at from public.leads'),
  (':newest', 'order by created_at desc, id limit 25'),
  (':latest', 'order by created_at desc, id desc limit 25'),
  (':after', $$ created_at <= '2025-01-08Z' and (created_at < '2025-01-08Z' or (created_at = '2025-01-08Z' and id > tests.id(109000))) $$);
create temporary table pages (what, wanted_index, statement) as values
  ('products, newest first', 'products_newest', ':products :newest'),
  ('a page in the middle', 'products_newest', ':products where :after :newest'),
  ('the page before it', 'products_newest', $$ :products where created_at >= '2025-01-08Z' and (created_at > '2025-01-08Z' or (created_at = '2025-01-08Z' and id < tests.id(109000))) order by created_at, id desc limit 25 $$),
  ('the last page', 'products_newest', ':products order by created_at, id desc limit 17'),
  ('products by name', 'products_by_name', ':products order by name, id limit 25'),
  ('products by name, from the end', 'products_by_name', ':products order by name desc, id desc limit 25'),
  ('a page by name in the middle', 'products_by_name', $$ :products where name >= 'Copper gift no. 5' and (name > 'Copper gift no. 5' or (name = 'Copper gift no. 5' and id > tests.id(1))) order by name, id limit 25 $$),
  ('leads, newest first', 'leads_newest', ':leads :latest'),
  ('leads in the middle', 'leads_newest', $$ :leads where created_at <= '2025-01-08Z' and (created_at < '2025-01-08Z' or (created_at = '2025-01-08Z' and id < tests.id(209000))) :latest $$),
  ('the last leads', 'leads_newest', ':leads order by created_at, id limit 17'),
  ('leads of a time', 'leads_newest', $$ :leads where created_at >= '2025-01-05Z' and created_at < '2025-01-07Z' :latest $$);

create function pg_temp.plan(actor text, statement text) returns text language plpgsql as $$
declare
  line text;
  lines text := '';
begin
  perform tests.act_as(actor);
  for line in execute 'explain (costs off) ' || statement loop
    lines := lines || line || E'\n';
  end loop;
  perform tests.act_as('owner');
  return lines;
end
$$;

create function pg_temp.whole(statement text) returns text language plpgsql as $$
declare
  known record;
begin
  for known in select piece, text from pieces loop
    statement := replace(statement, known.piece, known.text);
  end loop;
  return statement;
end
$$;

create temporary table plans as select what, wanted_index, pg_temp.plan('administrator', pg_temp.whole(statement)) as plan from pages;
select alike(plan, '%' || wanted_index || '%', format('%s: read by %s', what, wanted_index)) from plans;
select doesnt_match(
  plan, 'Seq Scan on (products|leads|product_industry_tags|product_themes|product_doctor_type_tags|subcategory_categories)',
  format('%s: no long table is read whole', what)
) from plans;
select unalike(
  pg_temp.plan('administrator', $$ select count(*) from public.leads where created_at >= '2025-01-05Z' and created_at < '2025-01-07Z' $$),
  '%Seq Scan%', 'the count of leads of a time reads an index'
);

-- The statements that functions send have plans of their own, out of sight of EXPLAIN. What they read is counted: by
-- index, and never a long table whole.
create function pg_temp.rows_read(out whole bigint, out by_index bigint) language sql as $$
  select
    sum(pg_stat_get_xact_numscans(long.oid)),
    sum(
      pg_stat_get_xact_tuples_fetched(long.oid)
      -- Unless a bitmap scan is expected, name the index.
      + (select sum(pg_stat_get_xact_tuples_fetched(indexrelid)) from pg_index where indrelid = long.oid)
    )
  from pg_class as long where long.oid = any (array[
    'public.products', 'public.leads', 'public.lead_handling', 'public.lead_events', 'public.product_industry_tags', 'public.product_themes', 'public.product_doctor_type_tags',
    'public.subcategory_categories', 'private.product_search', 'public.favourites'
  ]::regclass[])
$$;
create function pg_temp.reading(actor text, statement text, out whole bigint, out by_index bigint) language plpgsql as $$
declare
  before record;
begin
  before := pg_temp.rows_read();
  perform tests.act_as(actor);
  execute statement;
  perform tests.act_as('owner');
  select after.whole - before.whole, after.by_index - before.by_index into whole, by_index from pg_temp.rows_read() as after;
end
$$;
-- With how many rows each may read by index at most: about those that it counts. Null where it counts so many of the products that the planner may read all of them.
create temporary table asked (actor, statement, most) as values
  ('anonymous', 'select public.catalogue_page()', null::integer),
  ('anonymous', $$ select public.catalogue_page(industry => 'Industry 3', page_size => 12) $$, null),
  ('customer', 'select public.catalogue_page()', null),
  ('customer', $$ select public.catalogue_page(after => '5000.1738000000000000.' || tests.id(9)) $$, null),
  ('customer', $$ select public.catalogue_page(category => 'Category 6') $$, 5000),
  ('customer', $$ select public.catalogue_page(category => 'Category 6', industry => 'Industry 10', theme => 'Theme 4') $$, 3000),
  ('customer', $$ select public.catalogue_page(budget => 'Rs.2000+') $$, 3000),
  ('customer', $$ select public.catalogue_page(industry => 'Industry 3', after => '5000.1738000000000000.' || tests.id(9)) $$, null),
  ('customer', $$ select public.catalogue_page(industry => 'Industry 3', doctor_type => 'Doctor 9') $$, 3000),
  ('customer', $$ select public.catalogue_page(theme => 'Nobody') $$, 100),
  ('customer', $$ select public.product_page(replace(tests.id(160000)::text, '-', '')) $$, 3000),
  ('anonymous', $$ select public.product_page(replace(tests.id(160000)::text, '-', ''), '{"category": "Category 6"}') $$, 5000),
  ('customer', $$ select product_id from public.favourites order by created_at desc, product_id $$, 20),
  ('customer', $$ insert into public.favourites (product_id) values (tests.id(100007)) $$, 50),
  ('customer', $$ select public.catalogue_page(category => '["Category 6", "Category 7"]') $$, 8000),
  ('anonymous', $$ select public.catalogue_page(category => 'Category 6', theme => 'Theme 4', budget => 'Rs.2000+', counts => true) $$, null),
  ('customer', $$ select public.catalogue_page(q => 'copper 12345') $$, null),
  ('customer', $$ select public.catalogue_page(q => '12346') $$, 3000),
  ('customer', $$ select public.catalogue_page(q => 'zebrastripedmug') $$, 100),
  ('customer', $$ select public.catalogue_page(q => 'no12346') $$, 3000),
  ('anonymous', $$ select public.catalogue_page(q => 'coper 12345') $$, null),
  ('customer', $$ select public.catalogue_page(q => 'zebra') $$, 100),
  ('customer', $$ select public.catalogue_page(sort => 'name', after => '5000.1738000000000000.' || tests.id(9) || '.name.copper gift no. 5') $$, 200),
  ('customer', $$ select public.catalogue_page(sort => 'budget-asc', after => '5000.1738000000000000.' || tests.id(9) || '.budget-asc.1') $$, 200),
  ('customer', $$ select public.catalogue_page(sort => 'budget-desc', after => '5000.1738000000000000.' || tests.id(9) || '.budget-desc.-1') $$, 200),
  ('customer', $$ select public.catalogue_page(category => 'Category 6', sort => 'name') $$, 8000),
  ('customer', $$ select public.catalogue_page(category => 'Category 6', sort => 'budget-desc') $$, 8000),
  ('anonymous', $$ select public.products_still_there(array[tests.id(100005), tests.id(5)]) $$, 10),
  ('anonymous', $$ select id, name, image_url, (select json_agg(tag.name) from public.product_industry_tags as link join public.industry_tags as tag on tag.id = link.industry_tag_id where link.product_id = products.id) from public.products where is_featured and is_sample order by featured_order nulls first, created_at desc, id limit 6 $$, 100),
  ('customer', $$ select id, name, image_url, (select json_agg(tag.name) from public.product_industry_tags as link join public.industry_tags as tag on tag.id = link.industry_tag_id where link.product_id = products.id) from public.products where is_featured and is_sample order by featured_order nulls first, created_at desc, id limit 6 $$, 100),
  ('administrator', 'select public.count_products()', null),
  ('administrator', 'select public.catalogue_health()', null),
  ('administrator', $$ select public.count_products('', '{"health": "untagged"}') $$, 500),
  ('administrator', 'select public.count_leads()', null),
  ('administrator', $$ select public.count_products(filters => jsonb_build_object('category', tests.id(107), 'industry', tests.id(203), 'sample', 'no')) $$, 200),
  ('administrator', $$ select public.count_products('12345') $$, 500),
  ('administrator', $$ select public.count_leads('person1234@') $$, 500),
  ('administrator', $$ select * from public.find_products(filters => jsonb_build_object('industry', tests.id(203))) $$, 3000),
  ('administrator', $$ select * from public.find_products(filters => jsonb_build_object('industry', tests.id(203)), ascending => true) $$, 3000),
  ('administrator', $$ select * from public.find_products(filters => jsonb_build_object('category', tests.id(107), 'theme', tests.id(303)), beyond => '2025-02-01Z', beyond_id => tests.id(9)) $$, 3000),
  ('administrator', $$ select * from public.find_products(filters => jsonb_build_object('industry', tests.id(203)), sorted => 'name', ascending => true) $$, null),
  ('administrator', $$ select * from public.find_products(filters => jsonb_build_object('industry', tests.id(203)), sorted => 'name', ascending => false, beyond => 'Copper gift no. 5', beyond_id => tests.id(1)) $$, null),
  ('administrator', $$ select public.count_products('COPPER') $$, null),
  ('administrator', $$ select public.count_products('copper', jsonb_build_object('industry', tests.id(203), 'sample', 'no')) $$, 700),
  ('administrator', $$ select * from public.find_products('steel') $$, 1000),
  ('administrator', $$ select * from public.find_products('steel', beyond => '2025-02-01Z', beyond_id => tests.id(9)) $$, 1000),
  ('administrator', $$ select * from public.find_products('steel', sorted => 'name', ascending => true) $$, null),
  ('administrator', $$ select * from public.find_products('bamboo', sorted => 'name', ascending => false) $$, null),
  ('administrator', $$ select * from public.find_products('steel', filters => jsonb_build_object('category', tests.id(107)), sorted => 'name', ascending => true) $$, 3000),
  ('administrator', $$ select * from public.find_products('gift') $$, 500),
  ('administrator', $$ select * from public.find_products('teel gif') $$, null),
  ('administrator', $$ select * from public.find_products('12345 copper') $$, 500),
  ('administrator', $$ select * from public.find_products('2345 theme 7') $$, 3000),
  ('administrator', $$ select public.count_products('steel theme 12345') $$, 500),
  ('administrator', $$ select * from public.find_products('steel', sorted => 'match', size => 8) $$, null),
  ('administrator', $$ select * from public.find_products('12345', sorted => 'match', size => 8) $$, 500),
  ('administrator', $$ select public.count_products('teel gif') $$, null),
  ('administrator', $$ select * from public.find_products('12345') $$, 500),
  ('administrator', $$ select * from public.find_products('gift', sorted => 'name', ascending => true, beyond => 'Copper gift no. 5', beyond_id => tests.id(1)) $$, null),
  ('administrator', $$ select * from public.find_products('copper', filters => jsonb_build_object('budget', 'Rs.2000+')) $$, 3000),
  ('administrator', $$ select * from public.find_leads('nova') $$, 500),
  ('administrator', $$ select * from public.find_leads('person') $$, 500),
  ('administrator', $$ select * from public.find_leads('nova person1234@') $$, 500),
  ('administrator', $$ select * from public.find_leads('+91-12345') $$, 500),
  ('administrator', $$ select * from public.find_leads('person1234@', since => '2025-01-01Z') $$, 500),
  ('administrator', $$ select * from public.find_leads(filters => '{"state": "won"}') $$, 500),
  ('administrator', $$ select * from public.find_leads(filters => '{"state": "won"}', beyond => '2025-02-01Z', beyond_id => tests.id(9)) $$, 500),
  ('administrator', $$ select * from public.find_leads(filters => jsonb_build_object('assigned', tests.id(2))) $$, 500),
  ('administrator', $$ select * from public.find_leads(filters => '{"unanswered": "yes"}', ascending => true) $$, 500),
  ('administrator', $$ select * from public.find_leads('person1234@', filters => '{"state": "won"}') $$, 500),
  ('administrator', $$ select * from public.find_leads(filters => '{"email": "person1234@example.com"}') $$, 500),
  ('administrator', $$ select public.count_leads(filters => '{"unanswered": "yes"}') $$, 1000),
  ('administrator', $$ select * from public.find_leads(filters => '{"due": "2026-01-05"}') $$, 500),
  ('administrator', 'select * from public.lead_pulse()', 2000),
  -- The recent leads a few times, each with its products and their industries.
  ('administrator', 'select public.lead_figures()', 12000),
  ('administrator', $$ select public.handle_lead(tests.id(200100), 'state', 'quoted') $$, 500),
  ('administrator', $$ select public.save_product(jsonb_build_object('name', 'Saved', 'category_id', tests.id(107), 'is_sample', true), array[tests.id(203), tests.id(204)], array[tests.id(303)], null, tests.id(100100)) $$, 500),
  ('administrator', $$ select public.save_product('{"name": "New"}', array[tests.id(203)], array[tests.id(303)], null) $$, 500),
  ('administrator', $$ delete from public.products where id = tests.id(100200) $$, 500),
  ('anonymous', $$ insert into public.leads (name, company, email, phone) values ('A', 'B', 'a@b.example', '1') $$, 100);
create temporary table readings as select asked.*, reading.* from asked, pg_temp.reading(actor, statement) as reading;
select is(whole, 0::bigint, format('%s reads no long table whole: %s', actor, left(statement, 150))) from readings where most is not null;
select cmp_ok(by_index, '<=', most::bigint, format('and at most %s rows by index: %s', most, left(statement, 150))) from readings where most is not null;

-- The first page of what many products have, wherever in the list's order these are.
create temporary table first_pages (what, arguments, wanted) as values
  ('a common word', $$ q => 'copper' $$, $$ name like 'Copper%' order by created_at desc, id $$),
  ('a misspelled word', $$ q => 'coppre' $$, $$ name like 'Copper%' order by created_at desc, id $$),
  ('a common word, by a name in the middle', $$ q => 'copper', sort => 'name' $$, $$ name like 'Copper%' order by lower(name), created_at desc, id $$),
  ('a common word, by the first names', $$ q => 'bamboo', sort => 'name' $$, $$ name like 'Bamboo%' order by lower(name), created_at desc, id $$),
  ('an industry, the dearest first', $$ industry => 'Industry 1', sort => 'budget-desc' $$, $$ id in (select product_id from public.product_industry_tags where industry_tag_id = tests.id(201)) order by budget desc, created_at desc, id $$);
create function pg_temp.ids(actor text, query text, out ids text[]) language plpgsql as $$
begin
  perform tests.act_as(actor);
  execute format('select array(%s)', query) into ids;
  perform tests.act_as('owner');
end
$$;
select is(
  pg_temp.ids('customer', format($$ select product ->> 'id' from json_array_elements(public.catalogue_page(counts => true, %s) -> 'products') as product $$, arguments)),
  pg_temp.ids('owner', format('select id::text from public.products where is_sample and %s limit 48', wanted)),
  what || ': the first page has the first 48'
) from first_pages;

-- What a policy asks is asked once a statement.
create temporary table policies as
select actor, name, pg_temp.plan(actor, format('select * from %s', name)) as plan
from unnest(array['anonymous', 'customer', 'administrator']) as actor
cross join (select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege('anon', oid, 'select')) as tables (name);
select doesnt_match(plan, 'Filter:[^\n]*\(SubPlan', format('no policy runs a query for each row when the %s reads %s', actor, name)) from policies;
select unalike(plan, '%SubPlan%is_admin%', what || ': who is calling is asked once') from plans;

-- A session caches the plans of its triggers from its first write, which may be of a single row.
select is_empty(
  $$
    select proname
    from pg_proc,
      -- A dynamic statement is planned at each call.
      regexp_replace(prosrc, 'execute\s+''([^'']|'''')*''', '', 'g') as kept,
      regexp_replace(kept, '\mfrom (new_rows|old_rows)\s+except\s+select [a-z_, ]+ from (new_rows|old_rows)\M', '', 'g') as said
    where pronamespace = 'private'::regnamespace
      and said ~ '\m(from|join)\s+new_rows\M[^;]*\m(from|join)\s+old_rows\M|\m(from|join)\s+old_rows\M[^;]*\m(from|join)\s+new_rows\M'
  $$,
  'no trigger joins the rows before with those after'
);

-- PostgreSQL may analyze a table while all its rows are deleted. They are restored with that plan.
savepoint emptied;
delete from public.product_themes where true;
analyze public.product_themes;
select matches(
  pg_temp.plan('owner', $$ select theme_id from public.product_themes where product_id = tests.id(1) $$), 'product_themes_pkey',
  'the themes of a product are found by their primary key when the table was analyzed empty'
);
rollback to emptied;

-- This file would see an index that is missing.
savepoint with_indexes;
drop index private.product_search_newest, private.product_search_newest_by_sample, public.products_newest;
select cmp_ok((pg_temp.reading('administrator', 'select * from public.find_products()')).whole, '>', 0::bigint, 'a list without its index is read whole');
select matches(pg_temp.plan('administrator', pg_temp.whole(':products :newest')), 'Seq Scan on products', 'which its plan says');
rollback to with_indexes;
drop index private.product_search_parts_of_name, private.product_search_by_name;
select cmp_ok((pg_temp.reading('administrator', $$ select public.count_products('12345') $$)).whole, '>', 0::bigint, 'and so is a search');
rollback to with_indexes;
select is((pg_temp.reading('administrator', $$ select public.count_products('12345') $$)).whole, 0::bigint, 'with its index it is not');

select * from finish();
rollback;
