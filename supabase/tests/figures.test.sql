-- Visits are counted by the day without a word about who came, and each figure has as many rows as the list behind it.
begin;
select no_plan();
select tests.set_up();

create function pg_temp.count(actor text, events jsonb, headers jsonb default '{}') returns void language plpgsql as $$
begin
  perform set_config('request.headers', headers::text, true);
  perform tests.act_as(actor);
  perform public.count_events(events);
  perform tests.act_as('owner');
  perform set_config('request.headers', '{}', true);
end
$$;
create function pg_temp.seen(product integer, times integer default 1) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('kind', 'seen', 'key', 'product:' || tests.id(product))) from generate_series(1, times)
$$;
create function pg_temp.counts(kinds text[]) returns table (kind text, key text, number bigint) language sql as $$
  select kind::text, key::text, number from public.daily_counts where kind = any (kinds)
$$;
create function pg_temp.figures(kind text, options jsonb default '{}') returns jsonb language plpgsql as $$
declare
  found jsonb;
begin
  perform tests.act_as('administrator');
  found := public.figures(kind, options => options);
  perform tests.act_as('owner');
  return found;
end
$$;

-- The set-up has asked, quoted and accepted.
delete from public.daily_counts where true;
delete from private.product_counts where true;

select pg_temp.count('anonymous', pg_temp.seen(15) || pg_temp.seen(16) || pg_temp.seen(15));
select pg_temp.count('customer', pg_temp.seen(15));
select results_eq(
  $$ select * from pg_temp.counts('{seen}') order by key $$,
  $$ values
    ('seen', '', 4::bigint), ('seen', 'band:Rs.2000+', 1), ('seen', 'band:Rs.500-1000', 3), ('seen', 'category:' || tests.id(10), 3),
    ('seen', 'industry:' || tests.id(12), 4), ('seen', 'product:' || tests.id(15), 3), ('seen', 'product:' || tests.id(16), 1), ('seen', 'theme:' || tests.id(13), 4) $$,
  'a visitor''s and a customer''s views are counted for the product, its category, theme, industry and band'
);
select is(count(distinct day), 1::bigint, 'on one day') from public.daily_counts where day = private.day_in_india(now());

-- Who is not counted
create temporary table uncounted (who, actor, headers) as values
  ('an administrator', 'administrator', '{}'::jsonb), ('sales', 'sales', '{}'),
  ('who asks not to be tracked', 'anonymous', '{"dnt": "1"}'), ('Global Privacy Control', 'anonymous', '{"sec-gpc": "1"}'),
  ('a prefetch', 'anonymous', '{"sec-purpose": "prefetch;prerender"}'), ('a prefetch by the older header', 'anonymous', '{"purpose": "prefetch"}'),
  ('a search engine', 'anonymous', '{"user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}'),
  ('the preview of a link', 'anonymous', '{"user-agent": "WhatsApp/2.23.20.0"}'), ('another preview', 'anonymous', '{"user-agent": "facebookexternalhit/1.1"}');
select pg_temp.count(actor, pg_temp.seen(15) || '[{"kind": "searched", "key": "mug"}, {"kind": "vital:LCP", "key": "home|2500"}]', headers) from uncounted;
select is((select sum(number) from public.daily_counts where key = ''), 4::numeric, 'not counted: ' || string_agg(who, ', ')) from uncounted;
update public.site_settings set counts_visits = false where true;
select pg_temp.count('anonymous', pg_temp.seen(15));
select is((select sum(number) from public.daily_counts where key = ''), 4::numeric, 'nor anyone where the owner has switched it off');
select is(public.site_details() -> 'counts', 'false', 'which every page knows');
update public.site_settings set counts_visits = true where true;
select pg_temp.count('anonymous', pg_temp.seen(15), '{"user-agent": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"}');
select is((select sum(number) from public.daily_counts where key = ''), 5::numeric, 'a browser is counted');

-- What is refused or left out
select tests.act_as('anonymous');
select throws_ok(format('select public.count_events(%L)', events), '22023', null, 'refused: ' || left(coalesce(events, 'nothing'), 60)) from unnest(array[
  '[{"kind": "asked", "key": "product:00000000-0000-0000-0000-000000000015"}]', '[{"kind": "accepted", "key": ""}]', '[{"kind": "lost", "key": "price"}]',
  '[{"kind": "not_found", "key": "mug"}]', '[{"kind": "vital:XSS", "key": "home|1"}]', '[{"key": "x"}]', '{}', '"seen"', (pg_temp.seen(15, 51))::text
]) as events;
select tests.act_as('owner');
delete from public.daily_counts where true;
select pg_temp.count('anonymous', '[
  {"kind": "seen", "key": "product:00000000-0000-0000-0000-000000000017"}, {"kind": "seen", "key": "product:00000000-0000-0000-0000-000000000099"},
  {"kind": "seen", "key": "category:00000000-0000-0000-0000-000000000010"}, {"kind": "seen", "key": "ravi@example.com"}, {"kind": "seen"},
  {"kind": "vital:LCP", "key": "home|2501"}, {"kind": "vital:LCP", "key": "ravi|2500"}, {"kind": "vital:LCP", "key": "home|2500|ravi@example.com"},
  {"kind": "searched", "key": "ravi@example.com"}, {"kind": "searched", "key": "mug for +91 98765 43210"}, {"kind": "searched", "key": "9876543"},
  {"kind": "search_chosen", "key": "a whole sentence of someone who wants to know whether drones may be printed"}, {"kind": "searched", "key": "?!"}
]');
select is_empty('select from public.daily_counts', 'hidden products, unknown ones, forged keys and words like a person''s data are not counted');

select pg_temp.count('anonymous', '[
  {"kind": "searched", "key": " Power  BANK"}, {"kind": "searched", "key": "power bank"}, {"kind": "search_chosen", "key": "power bank"},
  {"kind": "vital:LCP", "key": "home|1200"}, {"kind": "vital:LCP", "key": "home|1200"}, {"kind": "vital:LCP", "key": "home|2500"}, {"kind": "vital:LCP", "key": "home|6000"}, {"kind": "vital:CLS", "key": "product|50"}
]');
select tests.act_as('anonymous');
select public.report_missed_search('hovering drone');
select tests.act_as('owner');
select is(
  pg_temp.figures('searches'),
  '{"searched": 2, "not_found": 1, "chosen": 1, "words": [{"words": "power bank", "searched": 2, "not_found": 0, "chosen": 1}, {"words": "hovering drone", "searched": 0, "not_found": 1, "chosen": 0}]}',
  'searches are counted by their words, with those that found nothing and those of which a result was chosen'
);
select is(pg_temp.figures('searches', '{"list": "not_found"}') #>> '{words,0,words}', 'hovering drone', 'or those alone that found nothing');
select is(
  pg_temp.figures('vitals'),
  '[{"vital": "CLS", "page": "product", "views": 1, "p75": 50}, {"vital": "LCP", "page": "home", "views": 4, "p75": 2500}]',
  'three of four views were at least as fast as the figure of a kind of page'
);

insert into public.daily_counts (day, kind, key, number) select private.day_in_india(now()) - n, 'seen', '', 1 from generate_series(1, 99) as n;
select is(
  (select jsonb_agg(part -> 'seen') from jsonb_array_elements(public.figures('visits', private.day_in_india(now()) - 60, private.day_in_india(now()) - 1)) as part), null, 'visits are for administrators'
);
select is(
  (select array_agg(distinct (part ->> 'seen')::integer) from jsonb_array_elements(pg_temp.figures('visits')) as part where part ->> 'until' < private.day_in_india(now())::text), '{4}',
  'visits of a long time are summed by as many days each'
);
delete from public.daily_counts where day < private.day_in_india(now());

-- Limits
select pg_temp.count('anonymous', pg_temp.seen(16, 50), '{"cf-connecting-ip": "203.0.113.7"}') from generate_series(1, 70);
select is(sum(number), 3000::numeric, 'at most 3000 events an hour of one network are counted') from pg_temp.counts('{seen}') where key = '';
select pg_temp.count('anonymous', pg_temp.seen(16), '{"cf-connecting-ip": "203.0.113.8"}');
select is(sum(number), 3001::numeric, 'another one is counted') from pg_temp.counts('{seen}') where key = '';
select is_empty(
  $$ select row from (select to_jsonb(quota)::text as row from private.event_quotas as quota union all select to_jsonb(counted)::text from public.daily_counts as counted) as stored
     where row ~ '203\.0\.113|cf-connecting|ravi|@' $$,
  'no address of a network or person is in any row'
);
create function pg_temp.count_words(part integer, address text, words integer default 50) returns void language sql as $$
  select pg_temp.count(
    'anonymous',
    (select jsonb_agg(jsonb_build_object('kind', 'searched', 'key', 'word ' || chr(97 + n / 26) || chr(97 + n % 26) || part)) from generate_series(1, words) as n),
    jsonb_build_object('cf-connecting-ip', address)
  )
$$;
create function pg_temp.sum_of_searches() returns bigint language sql as $$ select coalesce(sum(number), 0)::bigint from pg_temp.counts('{searched}') where key = '' $$;
create temporary table searches_before as select pg_temp.sum_of_searches() as number, (select count(*) from pg_temp.counts('{searched}')) as words;
select pg_temp.count_words(part, '203.0.113.21') from generate_series(1, 40) as part;
select is(pg_temp.sum_of_searches() - number, 2000::bigint, 'each search of a network counts in the sum') from searches_before;
select is((select count(*) from pg_temp.counts('{searched}')) - words, 60::bigint, 'of one network sixty new words a day') from searches_before;
select pg_temp.count_words(99, '203.0.113.22', 1);
select is((select number from pg_temp.counts('{searched}') where key = 'word ab99'), 1::bigint, 'and those of another one count');
select pg_temp.count_words(1, '203.0.113.21', 1);
select is((select number from pg_temp.counts('{searched}') where key = 'word ab1'), 2::bigint, 'words of today count again, also of a network that has used up its own');
update public.daily_counts set day = day - 1 where kind = 'searched' and key = 'word ab1';
select pg_temp.count_words(1, '203.0.113.21', 1);
select is((select count(*) from pg_temp.counts('{searched}') where key = 'word ab1'), 2::bigint, 'and so do words of yesterday');
select pg_temp.count_words(part, '203.0.114.' || part) from generate_series(100, 150) as part;
select is((select count(*) from pg_temp.counts('{searched}')) - words, 1999::bigint, 'of all networks 2000, with the two of before') from searches_before;
select pg_temp.count_words(1, '203.0.113.23', 1);
select is((select number from pg_temp.counts('{searched}') where key = 'word ab1' order by number desc limit 1), 2::bigint, 'known words count even then');

select set_eq(
  $$ select table_name || '.' || column_name || ' ' || data_type from information_schema.columns where table_name in ('daily_counts', 'product_counts', 'event_quotas') $$,
  $$ values ('daily_counts.day date'), ('daily_counts.kind text'), ('daily_counts.key text'), ('daily_counts.number bigint'),
    ('product_counts.product_id uuid'), ('product_counts.seen bigint'), ('product_counts.added bigint'), ('product_counts.asked bigint'),
    ('product_counts.quoted bigint'), ('product_counts.accepted bigint'), ('product_counts.declined bigint'),
    ('event_quotas.client text'), ('event_quotas.events integer'), ('event_quotas.counted_at timestamp with time zone') $$,
  'the tables have no column for an address, an account or a session'
);
select is_empty(
  $$ select conname from pg_constraint where conrelid in ('public.daily_counts'::regclass, 'private.product_counts'::regclass, 'private.event_quotas'::regclass)
     and contype = 'f' and confrelid <> 'public.products'::regclass $$,
  'and refer to products alone'
);

-- From the inquiry to the order
delete from public.daily_counts where true;
delete from private.product_counts where true;
delete from public.leads where true;
delete from public.quotations where number is null;
select tests.act_as('anonymous');
select public.send_inquiry('Asha', 'Meridian', 'asha@meridian.example', '1', format('[{"id": "%s", "name": "Copper bottle", "quantity": 1, "colours": null}, {"id": "%1$s", "name": "Copper bottle"}, {"id": "%s", "name": "Desk lamp"}, {"name": "Mug"}]', tests.id(15), tests.id(16))::jsonb);
select public.send_inquiry('Asha', 'Meridian', 'asha@meridian.example', '1', '[{"id": "00000000-0000-0000-0000-000000000015", "name": "Copper bottle"}]');
select tests.act_as('administrator');
select public.send_inquiry('Test', 'Test', 'test@meridian.example', '1', '[{"id": "00000000-0000-0000-0000-000000000015", "name": "Copper bottle"}]');
select tests.act_as('owner');
select results_eq(
  $$ select kind, key, number from pg_temp.counts('{asked}') where key like 'product:%' order by key $$,
  $$ values ('asked', 'product:' || tests.id(15), 2::bigint), ('asked', 'product:' || tests.id(16), 1) $$,
  'each product is asked for once an inquiry, and not by staff who try the form'
);
create function pg_temp.event(quotation integer, kind text, value jsonb default '{}') returns void language sql as $$
  insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value) values (tests.id(quotation), tests.id(quotation + 1), kind, 'Asha', value)
$$;
select pg_temp.event(42, kind) from unnest(array['sent', 'sent', 'seen', 'comment']) as kind;
select pg_temp.event(44, 'sent'), pg_temp.event(44, 'accepted'), pg_temp.event(44, 'reopened'), pg_temp.event(44, 'accepted');
update public.quotations set state = 'declined' where id = tests.id(42);
select pg_temp.event(42, 'declined', '{"reason": "price"}');
select results_eq(
  $$ select kind, number from pg_temp.counts('{quoted,accepted,declined}') where key = 'product:' || tests.id(15) order by kind $$,
  $$ values ('accepted', 1::bigint), ('declined', 1), ('quoted', 2) $$,
  'each product is quoted, accepted and declined once a quotation, however often it is sent or decided'
);

create function pg_temp.listed(statement text) returns bigint language plpgsql as $$
declare
  found bigint;
begin
  perform tests.act_as('administrator');
  execute 'select ' || statement into found;
  perform tests.act_as('owner');
  return found;
end
$$;
select is((pg_temp.figures('funnel') -> figure)::bigint, pg_temp.listed(format(list, now() - interval '80 days')), 'the funnel has as many as the list behind it: ' || figure)
from (values
  ('asked', $$ public.count_leads(since => '%s') $$), ('quoted', $$ public.count_quotations(filters => '{"sent": "yes", "since": "%s"}') $$),
  ('accepted', $$ public.count_quotations(filters => '{"state": "accepted", "since": "%s"}') $$),
  ('declined', $$ public.count_quotations(filters => '{"state": "declined", "since": "%s"}') $$)
) as listed (figure, list);
select is(pg_temp.figures('funnel') - 'asked', '{"searched": 0, "seen": 0, "added": 0, "quoted": 2, "accepted": 1, "declined": 1}', 'which are these');
select is(public.figures('funnel', '2020-01-01', '2020-12-31'), null, 'and nothing for the owner of the database, who is no administrator');
select tests.act_as('administrator');
select is(
  public.figures('funnel', '2020-01-01', '2020-12-31'),
  '{"searched": 0, "seen": 0, "added": 0, "asked": 0, "quoted": 0, "accepted": 0, "declined": 0}', 'another time has its own'
);
select tests.act_as('owner');

select is(pg_temp.figures('reasons'), '{"declined": [{"reason": "price", "quotations": 1}], "lost": []}', 'a decline has its reason');
select is(pg_temp.listed($$ public.count_quotations(filters => '{"state": "declined", "reason": "price"}') $$), 1::bigint, 'by which the list of quotations is filtered');
update public.quotations set lead_id = (select id from public.leads where name = 'Asha' limit 1) where id = tests.id(42);
select tests.act_as('administrator');
select public.handle_lead(lead_id, 'state', 'lost') from (select id as lead_id from public.leads where name = 'Asha') as lead;
select tests.act_as('owner');
select is(
  (select jsonb_agg(lost order by lost) from jsonb_array_elements(pg_temp.figures('reasons') -> 'lost') as lost),
  '[{"leads": 1, "reason": "none"}, {"leads": 1, "reason": "price"}]', 'a lead that is lost has that of its last quotation'
);
select is(pg_temp.listed($$ public.count_leads(filters => '{"state": "lost", "reason": "price"}') $$), 1::bigint, 'by which the list of leads is filtered');
select results_eq(
  $$ select key, number from pg_temp.counts('{lost}') order by key $$, $$ values ('', 2::bigint), ('none', 1), ('price', 1) $$, 'and is counted on its day'
);
create temporary table unexplained as select id from public.leads where name = 'Asha' and private.reason_of_lead(id) = 'none';
grant select on unexplained to authenticated;
select tests.act_as('administrator');
select public.handle_lead(id, 'state', 'lost', 'date', 'Too late') from unexplained;
select tests.act_as('owner');
select is(
  (select jsonb_agg(lost order by lost) from jsonb_array_elements(pg_temp.figures('reasons') -> 'lost') as lost),
  '[{"leads": 1, "reason": "date"}, {"leads": 1, "reason": "price"}]', 'a reason that staff give counts'
);
select is(pg_temp.listed($$ public.count_leads(filters => '{"state": "lost", "reason": "date"}') $$), 1::bigint, 'and filters the list');

-- Lists of products
select pg_temp.count('anonymous', pg_temp.seen(16, 50)) from generate_series(1, 2);
delete from private.product_counts where product_id = tests.id(16);
insert into private.product_counts (product_id, seen) values (tests.id(16), 100), (tests.id(17), 99);
select results_eq(
  $$ select key, value::text::bigint from jsonb_each(pg_temp.figures('products')) where key <> 'products' order by key $$,
  $$ select filter, pg_temp.listed(format('public.count_products('''', ''{"%s": "yes"}'')', filter)) from unnest(array['asked_never_quoted', 'quoted_declined', 'seen_never_asked']) as filter $$,
  'the figures of products have as many rows as their lists'
);
select results_eq(
  $$ select pg_temp.figures('products', jsonb_build_object('list', list)) #>> '{products,0,name}' from unnest(array['seen_never_asked', 'asked_never_quoted', 'quoted_declined']) as list $$,
  $$ values ('Desk lamp'), (null), ('Copper bottle') $$,
  'seen a hundred times and never asked for; asked and never quoted; quoted and declined'
);
select is(pg_temp.figures('products', '{"list": "quoted_declined"}') #> '{products,0,reasons}', '{"price": 1}', 'with the reasons');
update private.product_counts set quoted = 0 where true;
select is(pg_temp.figures('products', '{"list": "asked_never_quoted"}') #>> '{products,0,name}', 'Copper bottle', 'a product that was asked for and is in no quotation is in the list');
select tests.act_as('administrator');
select results_eq(
  $$ select name from public.find_products(filters => '{"seen_never_asked": "yes"}') $$, $$ values ('Desk lamp') $$, 'which is the list of products with a filter'
);
select throws_ok($$ select public.count_products('', '{"seen_never_asked": "no"}') $$, '22023', null, 'of one value');
select tests.act_as('sales');
select throws_ok($$ select public.count_products('', '{"seen_never_asked": "yes"}') $$, '42501', null, 'for administrators alone');
select tests.act_as('owner');

-- Groups, answers and seasons
select is(
  (select jsonb_agg(line - 'id') from jsonb_array_elements(pg_temp.figures('groups', '{"group": "theme"}')) as line),
  '[{"name": "Festive", "seen": 100, "added": 0, "asked": 2, "quoted": 2, "accepted": 1, "declined": 1}]', 'figures by theme, with an inquiry for two of its products once'
);
create function pg_temp.unlike_lists() returns text language sql as $$
  select string_agg(format('%s %s: %s', about, stage, number), ', ')
  from (
    select "group" || ':' || (line ->> 'id') as about, line from unnest(array['category', 'theme', 'industry', 'band']) as "group",
      jsonb_array_elements(pg_temp.figures('groups', jsonb_build_object('group', "group"))) as line
    union all select 'product:' || (line ->> 'id'), line from jsonb_array_elements(pg_temp.figures('products') -> 'products') as line
  ) as listed,
  lateral (values ('asked', 'public.count_leads(filters => ''{%s}'')'), ('quoted', 'public.count_quotations('''', ''{%s, "sent": "yes"}'')'),
    ('accepted', 'public.count_quotations('''', ''{%s, "state": "accepted"}'')'), ('declined', 'public.count_quotations('''', ''{%s, "state": "declined"}'')')
  ) as stages (stage, list), lateral (select (line ->> stage)::bigint as number) as figure
  where number <> pg_temp.listed(format(list, format('"about": "%s"', about)))
$$;
select is(pg_temp.unlike_lists(), null, 'each figure of a group and of a product has as many as its list');
savepoint before_merge;
select tests.act_as('administrator');
select public.handle_lead(one.id, 'merged', other.id::text) from public.leads as one, public.leads as other
where one.name = 'Asha' and other.name = 'Asha' and one.id < other.id;
select tests.act_as('owner');
select is((pg_temp.figures('groups', '{"group": "theme"}') #>> '{0,asked}'), '1', 'a merged lead is counted with the one that stands for it');
select is(pg_temp.unlike_lists(), null, 'and the list has it so');
rollback to before_merge;
update public.products set category_id = null where id = tests.id(15);
select is(pg_temp.unlike_lists(), null, 'a product that has left its category stays with what was asked for then');
select tests.act_as('administrator');
select throws_ok(format($test$ select public.count_leads(filters => '{"about": "%s"}') $test$, about), '22023', null, 'there is no filter by ' || about)
from unnest(array['person:00000000-0000-0000-0000-000000000015', 'product:', 'ravi@nova.example']) as about;
select tests.act_as('owner');
select is(jsonb_array_length(pg_temp.figures('groups', '{"group": "band"}')), 5, 'and by band, each once');
select throws_ok($$ select pg_temp.figures('groups', '{"group": "person"}') $$, '22023', null, 'by nothing else');
update public.lead_handling set created_at = now() - interval '3 hours', answered_at = now() - interval '2 hours', assigned_to = tests.id(5), assigned_email = 'sales@example.com', answered_by = tests.id(5) where true;
update public.lead_handling set answered_at = null where lead_id = (select id from public.leads where name = 'Test');
select is(
  pg_temp.figures('answers') #> '{people,0}',
  jsonb_build_object('id', tests.id(5), 'email', 'sales@example.com', 'leads', 3, 'answered', 2, 'median_minutes', 60, 'p90_minutes', 60),
  'how long a person''s leads waited'
);
select is(
  (pg_temp.figures('answers') #>> '{people,0,leads}')::bigint, pg_temp.listed(format($$ public.count_leads(filters => '{"assigned": "%s"}') $$, tests.id(5))),
  'which are those of the list'
);
select is(
  pg_temp.figures('answers') #> '{weekdays,0,weekday}', to_jsonb(extract(isodow from (now() - interval '3 hours') at time zone 'Asia/Kolkata')), 'by the day of the week in India'
);
select results_eq(
  $$ select (day ->> 'leads')::bigint, (day ->> 'answered')::bigint from jsonb_array_elements(pg_temp.figures('answers') -> 'weekdays') as day $$,
  $$ select pg_temp.listed(format('public.count_leads(filters => ''{"weekday": "%1$s"}'')', day -> 'weekday')),
       pg_temp.listed(format('public.count_leads(filters => ''{"weekday": "%1$s", "answered": "yes"}'')', day -> 'weekday'))
     from jsonb_array_elements(pg_temp.figures('answers') -> 'weekdays') as day $$,
  'and those of the list, answered and all'
);
update public.quotations set state = 'sent' where id = tests.id(42);
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set sent_at = now() - interval '4 days' where id = tests.id(43);
select is((pg_temp.figures('answers') -> 'unanswered_quotations')::bigint, pg_temp.listed($$ public.count_quotations(filters => '{"unanswered": "yes"}') $$), 'quotations without an answer are those of the list');
select is(pg_temp.figures('answers') -> 'unanswered_quotations', '1', 'here one');

select is_empty(
  $$ select festival from private.festival_days() group by festival having array_agg(extract(year from day)::integer order by day) <> array(select generate_series(2024, 2030)) $$,
  'each festival has its day in each year until 2030'
);
delete from public.daily_counts where true;
insert into public.daily_counts (day, kind, key, number) values
  ('2024-10-24', 'seen', '', 5), ('2024-10-30', 'seen', '', 1), ('2024-10-31', 'seen', '', 100), ('2025-10-13', 'seen', '', 8), ('2025-10-24', 'seen', '', 1000);
update public.lead_handling set created_at = '2025-10-14 20:00Z' where lead_id = (select id from public.leads where name = 'Test');
select tests.act_as('administrator');
select results_eq(
  $$ select (year ->> 'year')::integer, (week ->> 'seen')::integer, (week ->> 'asked')::integer
     from jsonb_array_elements(public.figures('seasons', '2024-01-01', '2025-12-31', '{"festival": "diwali", "weeks": 8}') -> 'years') as year,
       jsonb_array_elements(year -> 'weeks') as week where week ->> 'week' = '-1' $$,
  $$ values (2024, 6, 0), (2025, 8, 1) $$,
  'the week before Diwali is compared with that of the other year, by the festival''s day'
);
select is(
  (select jsonb_agg(week -> 'week') from jsonb_array_elements(public.figures('seasons', '2024-01-01', '2024-12-31', '{"festival": "diwali", "weeks": 2}') #> '{years,0,weeks}') as week),
  '[-2, -1, 0, 1]', 'so many weeks before, and the two from its day on'
);
select throws_ok($$ select public.figures('persons') $$, '22023', null, 'there are no other figures');
select tests.act_as('sales');
select is(public.figures('funnel'), null, 'sales get no figures');

select tests.act_as('owner');
insert into public.daily_counts (day, kind, key, number) values
  (private.day_in_india(now()) - 92, 'searched', 'old', 1), (private.day_in_india(now()) - 92, 'searched', '', 1), (private.day_in_india(now()) - 80, 'searched', 'newer', 1), (private.day_in_india(now()) - 800, 'seen', '', 1);
insert into private.event_quotas (client, events, counted_at) values ('older', 1, now() - interval '2 hours');
select private.purge_expired();
select results_eq(
  $$ select key from pg_temp.counts('{searched}') order by key $$, $$ values (''), ('newer') $$, 'words are deleted after 90 days, their sum and other counts stay'
);
select is_empty($$ select from private.event_quotas where client = 'older' $$, 'how much a network sent is forgotten after an hour');
select * from finish();
rollback;
