-- What was searched for and not found is counted without slowing a search, holds no person's data and stays small.
begin;
select no_plan();
select tests.set_up();

select tests.act_as('anonymous');
select public.report_missed_search(' Hovering  DRONES ');
select public.report_missed_search('drone hovering');
select public.report_missed_search(words) from unnest(array[
  'copper', '', 'x', 'ravi@example.com drone', 'drone +91 98765 43210', 'a whole sentence of someone who wants to know whether drones may be printed', null
]) as words;
select tests.act_as('administrator');
select results_eq(
  'select words, searches from public.missed_searches', $$ values ('Hovering DRONES', 1) $$,
  'a search that finds nothing is stored as it was typed, and counts once for a client and day; one that finds something, that is too long or that looks like a person''s data does not'
);
select is(
  (public.catalogue_health() #> '{missed,0}') - 'searched_at', '{"words": "Hovering DRONES", "searches": 1}',
  'the dashboard lists it'
);
select public.report_missed_search('a drone of mine');
select is((select count(*) from public.missed_searches), 1::bigint, 'an administrator''s own searches do not count');

select tests.act_as('owner');
update public.missed_searches set searched_at = now() - interval '61 seconds' where true;
update private.missed_search_reports set reported_at = now() - interval '61 seconds' where true;
select tests.act_as('anonymous');
select public.report_missed_search('drone hovering');
select tests.act_as('administrator');
select is((select searches from public.missed_searches), 1, 'also minutes later');
select tests.act_as('customer');
select public.report_missed_search('hovering drone');
select is(public.catalogue_health(), null, 'a customer does not see what others searched for');
select tests.act_as('administrator');
select is((select searches from public.missed_searches), 2, 'a customer''s search counts, too');

-- Small
create function pg_temp.report(q text, address text) returns void language plpgsql as $$
begin
  perform set_config('request.headers', json_build_object('cf-connecting-ip', address)::text, true);
  perform tests.act_as('anonymous');
  perform public.report_missed_search(q);
  perform tests.act_as('owner');
end
$$;
select pg_temp.report('hovering drone', '203.0.113.' || n) from generate_series(1, 3) as n, generate_series(1, 5);
select is((select searches from public.missed_searches), 5, 'the same words of other clients count');
select pg_temp.report('gizmo' || chr(97 + n / 26) || chr(97 + n % 26), '203.0.113.1') from generate_series(1, 100) as n;
select is((select count(*) from public.missed_searches where words like 'gizmo%'), 19::bigint, 'of one client twenty searches a day count');
select pg_temp.report('gadget' || chr(97 + n / 26) || chr(97 + n % 26), '203.0.113.' || n + 9) from generate_series(1, 100) as n;
select is((select count(*) from public.missed_searches), 30::bigint, 'at most 30 a minute count, also of different callers');
select unalike(string_agg(client, ' '), '%203.0.113%', 'no address is stored') from private.missed_search_reports;
delete from public.missed_searches where words like 'g%';
insert into public.missed_searches (words, searched_at)
select 'word ' || n, now() - n * interval '1 hour' from generate_series(1, 600) as n;
insert into public.missed_searches (words, searches, searched_at) values ('often', 9, now() - interval '89 days'), ('old', 99, now() - interval '91 days');
select tests.act_as('administrator');
select is_empty($$ select from public.missed_searches where words = 'old' $$, 'what is older than 90 days is not shown');
select is(jsonb_array_length(public.catalogue_health() -> 'missed'), 20, 'the dashboard lists twenty');
select is(public.catalogue_health() #>> '{missed,0,words}', 'often', 'those searched most often first');
select pg_temp.report('one more gadget', '203.0.113.9');
select pg_temp.report('copper gadget', '203.0.113.8');
select private.purge_expired();
select is((select count(*) from public.missed_searches), 500::bigint, 'the purge leaves 500');
select results_eq(
  $$ select words from public.missed_searches where words in ('often', 'one more gadget', 'copper gadget', 'word 600', 'old') order by words $$,
  $$ values ('copper gadget'), ('often'), ('one more gadget') $$, 'also those of which a word was left out; those that are old, or rare and older than others, go'
);

select tests.act_as('administrator');
delete from public.missed_searches where words = 'often';
select is_empty($$ select from public.missed_searches where words = 'often' $$, 'an administrator dismisses one');
select * from finish();
rollback;
