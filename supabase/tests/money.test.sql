-- Two years of made data: each number of the figures of money, and of the lists, the dashboard and the exports beside them, is what plain
-- SQL over the tables of the API says.
begin;
select no_plan();
select tests.set_up();

delete from public.quotations where true;
delete from public.leads where true;
insert into auth.users (id, email) values (tests.id(70), 'meera@example.com');
update public.profiles set is_sales = true where id = tests.id(70);
insert into public.categories (id, name) values (tests.id(71), 'Hampers');
insert into public.products (id, name, category_id, is_sample)
select tests.id(80 + n), 'Gift ' || n, case n % 4 when 0 then null when 1 then tests.id(71) else tests.id(10) end, true from generate_series(1, 6) as n;
insert into public.product_terms (product_id, cost_paise) select tests.id(80 + n), 10000 + n * 700 from generate_series(1, 5) as n;

-- The made data uses the site's own products and people, so that it fills a demo, too.
-- made data from here
create function pg_temp.make_years() returns void language plpgsql as $$
declare
  gifts constant uuid[] := array(select id from public.products where is_sample order by name, id limit 12);
  people constant uuid[] := array(select id from public.profiles where is_admin or is_sales order by created_at, id limit 3);
  seller constant jsonb := '{"legal_name": "Demo Gifts", "gstin": "27AAPFU0939F1ZV", "state": "27", "is_composition": false, "rounds_off": true}';
begin
  create temporary table made as
  select
    n, gen_random_uuid() as lead, gen_random_uuid() as quotation, gen_random_uuid() as version, people[1 + n * 7 % cardinality(people)] as owner,
    now() - n * interval '2 days 10 hours' - n % 9 * interval '1 hour' as asked_at, (n * 37 % 31 + 4) * interval '5 hours' as to_quote, (n * 17 % 23 + 1) * interval '1 day' as to_answer,
    'buyer' || n % 2 || '@company' || n * 11 % 17 || '.example' as email, 'Company ' || n * 11 % 17 as company,
    (array['google', 'linkedin', null, 'newsletter', 'indiamart.com', 'google'])[1 + n % 6] as source,
    case when n % 6 in (1, 3) then (array['diwali26', 'newyear', 'summer'])[1 + n % 3] end as campaign,
    (array['accepted', 'declined', 'accepted', 'sent', 'none', 'declined', 'accepted', 'none', 'expired', 'none'])[1 + n * 3 % 10] as outcome
  from generate_series(1, 300) as n;
  update made set outcome = 'accepted' where outcome = 'sent' and n > 20;
  update made set outcome = (array['draft', 'sent', 'change_asked', 'sent'])[1 + n % 4] where n <= 24 and n % 3 > 0;
  insert into public.leads (id, name, company, email, phone, created_at, source, medium, campaign, referrer, landing_page)
  select
    lead, 'Buyer ' || n % 2, company, email, '+91 98765 ' || lpad(n::text, 5, '0'), asked_at, source, case when campaign is not null then 'cpc' end, campaign,
    case when source like '%.com' then source end, case when n % 5 > 0 then '/catalogue' else '/' end
  from made;
  insert into public.lead_items (lead_id, position, product_id, name, quantity)
  select lead, 1, gift.id, gift.name, 50 + n % 200 from made join public.products as gift on gift.id = gifts[1 + n % cardinality(gifts)];
  update public.lead_handling as handling set assigned_to = owner, assigned_email = (select email from auth.users where id = owner) from made where lead_id = lead;
  insert into public.lead_events (lead_id, actor_id, actor_email, created_at, kind, value)
  select lead, people[1 + n % cardinality(people)], 'staff@example.com', asked_at + to_quote / 2, 'answered', 'email' from made where n % 8 > 0;
  insert into public.quotations (id, lead_id, number, state, owner_id, owner_email, created_at)
  select
    quotation, lead, case when outcome <> 'draft' then 'GW2526/' || lpad((8000 - n)::text, 4, '0') end, case outcome when 'expired' then 'sent' else outcome end,
    owner, (select email from auth.users where id = owner), asked_at + to_quote - interval '1 hour'
  from made where outcome <> 'none' and asked_at + to_quote < now();
  create temporary table written as
  select made.*, jsonb_build_object(
    'buyer', jsonb_build_object('name', 'Buyer ' || n % 2, 'company', company, 'email', email, 'phone', '1', 'delivery_state', (array['27', '29'])[1 + n % 2]),
    'discount', case when n % 7 = 0 then '{"percent": 500}'::jsonb end, 'lines', (
      select jsonb_agg(jsonb_build_object(
        'id', 'line ' || part, 'product_id', gift.id, 'name', coalesce(gift.name, 'Freight'), 'hsn', '7418', 'gst_rate', 1800, 'is_charge', gift.id is null,
        'quantities', jsonb_build_array(
          jsonb_build_object('quantity', case when gift.id is null then 1 else 50 + (n * part * 13) % 300 end, 'price_paise', 15000 + (n * part * 97) % 40000),
          jsonb_build_object('quantity', 500, 'price_paise', 14000 + (n * part * 97) % 30000)
        )
      ) order by part)
      from generate_series(1, 1 + n % 3 + (n % 5 = 0)::integer) as part
      left join public.products as gift on gift.id = case when part <= 1 + n % 3 then gifts[1 + (n + part * 5) % cardinality(gifts)] end
    )
  ) as content, case when n % 4 = 0 then '{"quantities": {"line 1": 1}, "options": {}}'::jsonb else '{"quantities": {}, "options": {}}'::jsonb end as choice
  from made join public.quotations on quotations.id = quotation;
  -- A fifth was sent twice, at another price.
  insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
  select quotation, 1, jsonb_set(content, '{lines,0,quantities,0,price_paise}', '60000'), '2999-12-31', asked_at + to_quote, jsonb_build_object(
    'seller', seller, 'choice', private.whole_choice(content, '{}'), 'figures', private.chosen_figures(jsonb_set(content, '{lines,0,quantities,0,price_paise}', '60000'), '{}', seller)
  ), repeat('0', 64) from written where n % 5 = 1 and outcome <> 'draft';
  insert into public.quotation_versions (id, quotation_id, revision, content, valid_until, sent_at, frozen, sha256, accepted)
  select
    version, quotation, 1 + (n % 5 = 1 and outcome <> 'draft')::integer, content, case outcome when 'expired' then '2020-01-01' else '2999-12-31' end::date, sent_at,
    case when sent_at is not null then jsonb_build_object('seller', seller, 'choice', private.whole_choice(content, '{}'), 'figures', private.chosen_figures(content, '{}', seller)) end,
    case when sent_at is not null then repeat('1', 64) end,
    case when outcome = 'accepted' then jsonb_build_object(
      'choice', private.whole_choice(content, choice), 'figures', private.chosen_figures(content, choice, seller), 'name', 'Buyer', 'at', least(sent_at + to_answer, now())
    ) end
  from written cross join lateral (select case when outcome <> 'draft' then asked_at + to_quote + (n % 5 = 1)::integer * interval '1 day' end as sent_at) as sending;
  insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value, created_at)
  select quotation, version, kind, 'Buyer', case kind when 'declined' then jsonb_build_object('reason', (array['price', 'date', 'product', 'other'])[1 + n % 4]) else '{}' end,
    case kind when 'sent' then asked_at + to_quote else least(asked_at + to_quote + to_answer, now()) end
  from written cross join unnest(array['sent', 'accepted', 'declined']) as kind where kind = 'sent' and outcome <> 'draft' or kind = outcome order by n, kind = 'sent' desc;
  insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
  select lead, owner, 'staff@example.com', 'state', 'lost' from written where outcome = 'declined' and n % 3 = 0;
  perform private.derive_handling(lead) from made;
end
$$;
-- made data until here
select pg_temp.make_years();

-- Plain SQL: the version in force of each quotation, and its lines.
create temporary table plain as
select
  quotation.*, version.total, version.valid_until, (version.accepted ->> 'at')::timestamptz as won_at, first.sent_at as first_sent_at, version.sent_at, lead.source, lead.campaign,
  lead.created_at as asked_at, contact.company_id, version.lines, (quotation.created_at at time zone 'Asia/Kolkata')::date as begun_on,
  (((version.accepted ->> 'at')::timestamptz) at time zone 'Asia/Kolkata')::date as won_on,
  case when quotation.state = 'sent' and version.valid_until < (now() at time zone 'Asia/Kolkata')::date then 'expired' else quotation.state end as shown_state
from public.quotations as quotation
join public.leads as lead on lead.id = lead_id left join public.contacts as contact on contact.id = lead.contact_id
cross join lateral (
  select *, coalesce(accepted -> 'figures', frozen -> 'figures', private.chosen_figures(content, '{}', private.quotation_seller())) ->> 'total' as total, (
    select jsonb_agg(line || jsonb_build_object('at', coalesce((coalesce(accepted, frozen) #>> array['choice', 'quantities', line ->> 'id'])::integer, 0), 'figures',
      coalesce(accepted -> 'figures', frozen -> 'figures') #> array['lines', (position - 1)::text]))
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  ) as lines
  from public.quotation_versions where quotation_id = quotation.id order by revision desc limit 1
) as version
cross join lateral (select min(sent_at) as sent_at from public.quotation_versions where quotation_id = quotation.id) as first;
create temporary table plain_lines as
select
  plain.id, (line ->> 'product_id')::uuid as product_id, (select category_id from public.products where products.id = (line ->> 'product_id')::uuid) as category_id,
  (line -> 'quantities' -> (line ->> 'at')::integer ->> 'quantity')::bigint as quantity, (line #>> '{figures,total}')::bigint as total, (line #>> '{figures,taxable}')::bigint as taxable,
  (select cost_paise from public.product_terms where product_terms.product_id = (line ->> 'product_id')::uuid) as cost
from plain, jsonb_array_elements(lines) as line where number is not null;
create temporary table days as
select (now() at time zone 'Asia/Kolkata')::date - 300 as since, (now() at time zone 'Asia/Kolkata')::date - 20 as until;
create temporary table stages as
select 'quoted' as stage, plain.* from plain, days where number is not null and begun_on between since and until
union all select 'won', plain.* from plain, days where state = 'accepted' and won_on between since and until;
create function pg_temp.margin(quotation uuid) returns numeric language sql as $$
  select sum(taxable - quantity * cost) from plain_lines where id = quotation
$$;
create function pg_temp.as_administrator(statement text) returns jsonb language plpgsql as $$
declare
  found jsonb;
begin
  perform tests.act_as('administrator');
  execute 'select to_jsonb(' || statement || ')' into found;
  perform tests.act_as('owner');
  return found;
end
$$;
create function pg_temp.figures(kind text, options jsonb default '{}') returns jsonb language sql as $$
  select pg_temp.as_administrator(format('public.figures(%L, %L, %L, %L)', kind, since, until, options)) from days
$$;
create function pg_temp.quotations(filters jsonb) returns bigint language sql as $$
  select pg_temp.as_administrator(format('public.count_quotations('''', %L)', filters))::bigint
$$;
select cmp_ok(count(*), '>', 180::bigint, 'the made data has quotations of two years') from plain;
select is(array_agg(distinct shown_state order by shown_state), '{accepted,change_asked,declined,draft,expired,sent}', 'in every state') from plain;

create function pg_temp.differences(one text, other text) returns text language plpgsql as $$
declare
  found text;
begin
  execute format(
    'select string_agg(side || line, E''\n'') from (
       (select ''figures '' as side, figure::text as line from (%1$s) as figure except select ''figures '', plain::text from (%2$s) as plain)
       union all (select ''plain '', plain::text from (%2$s) as plain except select ''plain '', figure::text from (%1$s) as figure)
     ) as different', one, other
  ) into found;
  return found;
end
$$;

-- Won by month
create temporary table won as select value ->> 'month' as month, (value ->> 'quotations')::bigint as quotations, (value ->> 'paise')::bigint as paise, (value ->> 'margin_paise')::bigint as margin
from jsonb_array_elements(pg_temp.figures('won'));
select is(
  pg_temp.differences('select * from won where quotations > 0',
  $$ select to_char(won_on, 'YYYY-MM'), count(*), sum(total::bigint)::bigint, sum(pg_temp.margin(id))::bigint from plain, days
     where state = 'accepted' and to_char(won_on, 'YYYY-MM') between to_char(until - interval '23 months', 'YYYY-MM') and to_char(until, 'YYYY-MM') group by 1 $$),
  null, 'what was won by month, with its margin'
);
select is((select count(*) from won), 24::bigint, 'of a year and the year before');
select is(pg_temp.quotations(jsonb_build_object('won', month)), quotations, 'and as many in the list of ' || month) from won;

-- Open
select is(
  pg_temp.figures('open') - array['months', 'since'],
  (select jsonb_build_object(
    'accepted', count(*) filter (where shown_state = 'accepted'), 'declined', count(*) filter (where shown_state = 'declined'), 'expired', count(*) filter (where shown_state = 'expired'),
    'days', round(percentile_cont(0.5) within group (order by won_on - (sent_at at time zone 'Asia/Kolkata')::date) filter (where state = 'accepted')),
    'states', (select jsonb_agg(jsonb_build_object('state', state, 'quotations', number, 'paise', paise) order by state) from (
      select state, count(*) as number, sum(total::bigint) as paise from plain where shown_state in ('draft', 'sent', 'change_asked') group by state
    ) as open)
  ) from plain where begun_on > (now() at time zone 'Asia/Kolkata')::date - 365),
  'open quotations by state, and how those of a year were decided'
);
select is(pg_temp.quotations(jsonb_build_object('state', value ->> 'state')), (value ->> 'quotations')::bigint, 'and as many in the list of ' || (value ->> 'state'))
from jsonb_array_elements(pg_temp.figures('open') -> 'states');
select is(
  pg_temp.differences($$ select value ->> 'month', (value ->> 'quotations')::bigint, (value ->> 'paise')::bigint, (value ->> 'likely_paise')::bigint from jsonb_array_elements(pg_temp.figures('open') -> 'months') $$,
  $$ select
       to_char(greatest((now() at time zone 'Asia/Kolkata')::date, (coalesce(sent_at, now()) at time zone 'Asia/Kolkata')::date + (pg_temp.figures('open') ->> 'days')::integer), 'YYYY-MM'),
       count(*), sum(total::bigint)::bigint, round(sum(total::bigint) * max(rate))::bigint
     from plain cross join (
       select count(*) filter (where state = 'accepted')::numeric / count(*) as rate from plain
       where shown_state in ('accepted', 'declined', 'expired') and begun_on > (now() at time zone 'Asia/Kolkata')::date - 365
     ) as rated where shown_state in ('draft', 'sent', 'change_asked') group by 1 $$),
  null, 'by the month in which they are likely to be accepted, weighed by the rate of acceptance'
);
select is(pg_temp.quotations(jsonb_build_object('likely', value ->> 'month')), (value ->> 'quotations')::bigint, 'and as many in the list of ' || (value ->> 'month'))
from jsonb_array_elements(pg_temp.figures('open') -> 'months');

-- By person, company, category and product
create temporary table grouped as
select by, value ->> 'id' as id, value ->> 'name' as name, (value ->> 'quoted')::bigint as quoted, (value ->> 'quoted_paise')::bigint as quoted_paise, (value ->> 'won')::bigint as won,
  (value ->> 'won_paise')::bigint as won_paise, (value ->> 'margin_paise')::bigint as margin, (value ->> 'quoted_quantity')::bigint as quoted_quantity, (value ->> 'won_quantity')::bigint as won_quantity
from unnest(array['person', 'company', 'category', 'product']) as by, jsonb_array_elements(pg_temp.figures('money', jsonb_build_object('by', by, 'size', 1000)));
select is(
  pg_temp.differences(format($$ select id, quoted, quoted_paise, won, won_paise, margin from grouped where by = %L $$, by),
  format($$ select %I::text, count(*) filter (where stage = 'quoted'), coalesce(sum(total::bigint) filter (where stage = 'quoted'), 0)::bigint, count(*) filter (where stage = 'won'),
       coalesce(sum(total::bigint) filter (where stage = 'won'), 0)::bigint, (sum(pg_temp.margin(id)) filter (where stage = 'won'))::bigint from stages group by 1 $$, key)),
  null, 'quoted and won by ' || by
) from (values ('person', 'owner_id'), ('company', 'company_id')) as key (by, key);
select is(
  pg_temp.differences(format($$ select id, quoted, quoted_paise, quoted_quantity, won, won_paise, won_quantity, margin from grouped where by = %L $$, by),
  format($$ select line.%I::text, count(distinct line.id) filter (where stage = 'quoted'), coalesce(sum(line.total) filter (where stage = 'quoted'), 0)::bigint, (sum(quantity) filter (where stage = 'quoted'))::bigint,
       count(distinct line.id) filter (where stage = 'won'), coalesce(sum(line.total) filter (where stage = 'won'), 0)::bigint, (sum(quantity) filter (where stage = 'won'))::bigint,
       (sum(taxable - quantity * cost) filter (where stage = 'won'))::bigint
     from stages join plain_lines as line using (id) group by 1 $$, by || '_id')),
  null, 'quantity and value quoted and won by ' || by
) from unnest(array['category', 'product']) as by;
select is(sum(won_paise) filter (where by = 'person'), sum(won_paise) filter (where by = 'company'), 'people and companies have won the same in all') from grouped;
create temporary table filters as
select grouped.*, jsonb_build_object(case by when 'person' then 'owner' when 'company' then 'company' else 'lines' end,
  case when by in ('category', 'product') then by || ':' else '' end || coalesce(id, 'none')) as filter from grouped;
select is_empty(
  $$ select by, name from filters, days where quoted <> pg_temp.quotations(filter || jsonb_build_object('sent', 'yes', 'since', since::timestamp at time zone 'Asia/Kolkata', 'before', (until + 1)::timestamp at time zone 'Asia/Kolkata'))
     or won <> pg_temp.quotations(filter || jsonb_build_object('won', since || '_' || until)) $$,
  'each number has a list of as many'
);

-- Sources
select is(
  pg_temp.differences($$ select value ->> 'source', value ->> 'campaign', (value ->> 'leads')::bigint, (value ->> 'quoted')::bigint, (value ->> 'quoted_paise')::bigint, (value ->> 'won')::bigint, (value ->> 'won_paise')::bigint
     from jsonb_array_elements(pg_temp.figures('sources')) $$,
  $$ select source, campaign, sum(leads)::bigint, sum(quoted)::bigint, sum(quoted_paise)::bigint, sum(won)::bigint, sum(won_paise)::bigint from (
       select source, whole.campaign, 1 as leads, 0 as quoted, 0 as quoted_paise, 0 as won, 0 as won_paise from public.leads as lead, days, lateral (select null as campaign union select lead.campaign) as whole
       where (created_at at time zone 'Asia/Kolkata')::date between since and until
       union all select source, whole.campaign, 0, (stage = 'quoted')::integer, case stage when 'quoted' then total::bigint else 0 end, (stage = 'won')::integer, case stage when 'won' then total::bigint else 0 end
       from stages, lateral (select null as campaign union select stages.campaign) as whole
     ) as counted group by 1, 2 $$),
  null, 'leads, quoted and won by source, and within it by campaign'
);
select is_empty(
  $$ select value from jsonb_array_elements(pg_temp.figures('sources')), days,
       lateral (select jsonb_build_object('source', coalesce(value ->> 'source', 'none')) || jsonb_strip_nulls(jsonb_build_object('campaign', value ->> 'campaign')) as filter) as filters,
       lateral (select since::timestamp at time zone 'Asia/Kolkata' as starts, (until + 1)::timestamp at time zone 'Asia/Kolkata' as ends) as times
     where (value ->> 'leads')::bigint <> pg_temp.as_administrator(format('public.count_leads('''', %L, %L, filters => %L)', starts, ends, filter))::bigint
       or (value ->> 'quoted')::bigint <> pg_temp.quotations(filter || jsonb_build_object('sent', 'yes', 'since', starts, 'before', ends))
       or (value ->> 'won')::bigint <> pg_temp.quotations(filter || jsonb_build_object('won', since || '_' || until)) $$,
  'each with lists of as many'
);

-- Times, answers, reasons and seasons
select is(
  pg_temp.figures('times'),
  (select jsonb_build_object(
    'quoted', jsonb_build_object('quotations', count(*), 'days', round((avg(extract(epoch from first_sent_at - asked_at)) / 86400)::numeric, 1)),
    'accepted', jsonb_build_object('quotations', count(*) filter (where state = 'accepted'), 'days', round((avg(extract(epoch from won_at - first_sent_at)) filter (where state = 'accepted') / 86400)::numeric, 1)),
    'declined', jsonb_build_object('quotations', count(*) filter (where state = 'declined'), 'days', round((avg(extract(epoch from (
      select max(created_at) from public.quotation_events where quotation_id = stages.id and kind = 'declined') - first_sent_at)) filter (where state = 'declined') / 86400)::numeric, 1))
  ) from stages where stage = 'quoted'),
  'the average days from the lead to the quotation, and from there to the answer'
);
create temporary table answered as
select handling.*, coalesce(answerer, assigned_to) as answerer, extract(epoch from first.created_at - handling.created_at) / 60 as minutes
from public.lead_handling as handling, days, lateral (select 1) as one
left join lateral (
  select event.created_at, event.actor_id as answerer from public.lead_events as event
  where event.lead_id = handling.lead_id and (event.kind = 'answered' or event.kind = 'state' and event.value in ('quoted', 'won', 'lost') and handling.state in ('quoted', 'won', 'lost'))
  order by event.created_at limit 1
) as first on true
where (handling.created_at at time zone 'Asia/Kolkata')::date between since and until;
select is(
  pg_temp.differences($$ select value ->> 'id', (value ->> 'leads')::bigint, (value ->> 'answered')::bigint, (value ->> 'median_minutes')::numeric from jsonb_array_elements(pg_temp.figures('answers') -> 'people') $$,
  $$ select person::text, count(distinct lead_id) filter (where assigned_to = person), count(minutes) filter (where answerer = person),
       round(percentile_cont(0.5) within group (order by minutes) filter (where answerer = person)::numeric)
     from answered, lateral (select assigned_to as person union select answerer where minutes is not null) as people group by 1 $$),
  null, 'an answer is credited to who gave it, not to whom the lead is assigned to'
);
select is_empty(
  $$ select value from jsonb_array_elements(pg_temp.figures('answers') -> 'people'), days
     where (value ->> 'answered')::bigint <> pg_temp.as_administrator(format('public.count_leads('''', %L, %L, filters => %L)',
       since::timestamp at time zone 'Asia/Kolkata', (until + 1)::timestamp at time zone 'Asia/Kolkata', jsonb_build_object('answered_by', value ->> 'id')))::bigint $$,
  'which is the list of as many'
);
select is(
  pg_temp.differences($$ select value ->> 'reason', (value ->> 'quotations')::bigint from jsonb_array_elements(pg_temp.figures('reasons') -> 'declined') $$,
  $$ select (select value ->> 'reason' from public.quotation_events where quotation_id = plain.id and kind = 'declined'), count(*) from plain, days where state = 'declined' and begun_on between since and until group by 1 $$),
  null, 'why quotations were declined'
);
select is(
  (select sum((week ->> 'asked')::bigint) from jsonb_array_elements(pg_temp.figures('seasons') -> 'years') as year, jsonb_array_elements(year -> 'weeks') as week),
  (select count(distinct (lead.id, festival.day))::numeric from private.festival_days() as festival, public.leads as lead, days
   where festival.festival = 'diwali' and extract(year from festival.day) between extract(year from since) and extract(year from until)
     and (lead.created_at at time zone 'Asia/Kolkata')::date - festival.day between -56 and 13),
  'leads of the weeks of a festival'
);

-- One definition for a word: the dashboard, the lists, the exports and the figures
create temporary table dashboard as select value ->> 'month' as month, (value ->> 'count')::bigint as quotations, (value ->> 'paise')::bigint as paise
from jsonb_array_elements(pg_temp.as_administrator('public.quotation_totals()') -> 'won');
select is_empty(
  $$ select month from dashboard join won using (month) where (dashboard.quotations, dashboard.paise) <> (won.quotations, won.paise) $$, 'the dashboard and the figures have won the same'
);
create function pg_temp.exported(filters jsonb) returns table (total numeric, margin numeric) language plpgsql as $$
begin
  perform tests.act_as('administrator');
  return query select sum(total_paise), sum(margin_paise) from public.find_quotations('', filters, size => 1000);
  perform tests.act_as('owner');
end
$$;
select results_eq(
  format($$ select * from pg_temp.exported('{"won": "%s"}') $$, month), format('values (%L::numeric, %L::numeric)', paise, margin), 'so have the rows of the export of ' || month
) from won where quotations > 0;
select is((pg_temp.figures('funnel') ->> 'quoted')::bigint, (select sum(quoted)::bigint from grouped where by = 'person'), 'what is quoted in the funnel is quoted by people');
select is(
  (pg_temp.figures('funnel') ->> 'asked')::bigint, (select sum((value ->> 'leads')::bigint)::bigint from jsonb_array_elements(pg_temp.figures('sources')) where value ->> 'campaign' is null),
  'leads that ask are those that came from somewhere'
);
select is(
  (select jsonb_object_agg(value ->> 'month', value -> 'won') from jsonb_array_elements(pg_temp.as_administrator('public.lead_figures()') -> 'months') where (value ->> 'won')::integer > 0),
  (select jsonb_object_agg(month, won) from (
    select to_char(event.created_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(*) as won from public.lead_handling as handling
    join lateral (select created_at from public.lead_events where lead_id = handling.lead_id and kind = 'state' order by number desc limit 1) as event on true
    where handling.state = 'won' and event.created_at > now() - interval '4 months' group by 1) as months),
  'leads are won in months of India'
);

-- The right to see margins
create function pg_temp.margins() returns bigint language sql as $$
  select count(margin_paise) from public.find_quotations('', '{"state": "accepted"}', size => 1000)
$$;
select tests.act_as('sales');
select is(pg_temp.margins(), 0::bigint, 'sales see no margin');
select throws_ok(format('select public.set_margin_right(%L, true)', tests.id(5)), '42501', null, 'and do not allow it themselves');
select tests.act_as('administrator');
select cmp_ok(pg_temp.margins(), '>', 60::bigint, 'administrators do');
select public.set_margin_right(tests.id(5), true);
select is((select array_agg(sees_margin order by email) from public.people()), '{t,f,t}', 'and allow it to a person');
select tests.act_as('sales');
select cmp_ok(pg_temp.margins(), '>', 60::bigint, 'who sees them then');
select tests.act_as('customer');
select is((select count(*) from public.find_quotations()), 0::bigint, 'customers see no quotation');
select tests.act_as('owner');
update public.profiles set is_sales = false where id = tests.id(5);
update public.profiles set is_sales = true where id = tests.id(5);
select is((select sees_margin from public.profiles where id = tests.id(5)), false, 'the right ends with the role, also with a new one');
savepoint left_ones;
update public.quotations set owner_id = null where true;
select is((select jsonb_agg(value -> 'name') from jsonb_array_elements(pg_temp.figures('money'))), '[null]', 'what deleted accounts have sold is under no one''s name');
rollback to left_ones;
update public.product_terms set cost_paise = 1 where true;
select is((pg_temp.figures('won') #>> '{20,margin_paise}')::bigint, (select margin from won order by month offset 20 limit 1), 'a new cost changes no margin of before');
select is((select count(*) from private.quotation_lines), (select count(*) from private.lines_in_force(array(select id from public.quotations))), 'lines are those of the versions in force');
analyze public.quotation_versions;
create temporary table scans as select pg_stat_get_xact_numscans('public.quotation_versions'::regclass) as before;
do $$ begin perform private.lines_in_force(array[(select id from plain limit 1)]); end $$;
select is(pg_stat_get_xact_numscans('public.quotation_versions'::regclass), (select before from scans), 'those of one quotation are found without reading all versions');
update public.quotation_versions set accepted = null where quotation_id = (select id from plain where state = 'accepted' limit 1);
update public.quotations set state = 'sent' where id = (select id from plain where state = 'accepted' limit 1);
select results_eq(
  'select quotation_id, position, quantity, total_paise from private.quotation_lines order by 1, 2', 'select quotation_id, position, quantity, total_paise from private.lines_in_force(array(select id from public.quotations)) order by 1, 2',
  'also once one is reopened'
);
select * from finish();
rollback;
