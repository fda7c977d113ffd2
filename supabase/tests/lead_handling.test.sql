-- How leads are handled: a history that is only added to, and what is current follows from it.
begin;
select no_plan();
select tests.set_up();
update public.profiles set is_admin = true where id = tests.id(1);
insert into auth.users (id, email) values (tests.id(3), 'stranger@example.com');

create function pg_temp.current() returns text language sql as $$
  select concat_ws(' ', state, assigned_email, due_on, answered_at is not null, notes) from public.lead_handling where lead_id = tests.id(18)
$$;
create function pg_temp.handle(kind text, value text default null) returns bigint language sql as $$
  select public.handle_lead(tests.id(18), kind, value)
$$;

select results_eq(
  'select state, assigned_to, answered_at, notes, created_at from public.lead_handling',
  $$ select 'new', null::uuid, null::timestamptz, 0, created_at from public.leads $$, 'a lead that arrives is new and unanswered'
);
select tests.act_as('anonymous');
select public.send_inquiry('Sent', 'C', 'sent@nova.example', '1', '[]');
select tests.act_as('administrator');
select is((select count(*) from public.lead_handling join public.leads on leads.id = lead_id where name = 'Sent' and state = 'new'), 1::bigint, 'one that a visitor sends, too');

-- Why a lead is lost
create function pg_temp.lost() returns text language sql as $$
  select concat_ws(' ', value, reason, note) from public.lead_events where lead_id = tests.id(18) order by number desc limit 1
$$;
create function pg_temp.found_by(reason text) returns bigint language sql as $$
  select count(*) from public.find_leads(filters => jsonb_build_object('state', 'lost', 'reason', reason))
$$;
select isnt(public.handle_lead(tests.id(18), 'state', 'lost'), null, 'a lead is lost without a reason, as before');
select is(pg_temp.lost() || pg_temp.found_by('none'), 'lost1', 'and no reason is made up');
select isnt(public.handle_lead(tests.id(18), 'state', 'lost', 'date', ' Diwali is over '), null, 'which is given later');
select is(pg_temp.lost() || pg_temp.found_by('date'), 'lost date Diwali is over1', 'with a note');
select throws_ok(format('select public.handle_lead(%L, ''state'', ''lost'', ''mood'')', tests.id(18)), '22023', null, 'another reason is refused');
select isnt(public.handle_lead(tests.id(18), 'state', 'won', 'date', 'x'), null, 'another state');
select is(pg_temp.lost(), 'won', 'has none');
select public.handle_lead(tests.id(18), 'state', 'lost', 'price');
select public.handle_lead(tests.id(18), 'undone', (select max(number)::text from public.lead_events));
select public.handle_lead(tests.id(18), 'state', 'lost');
select is(pg_temp.found_by('none'), 1::bigint, 'the reason of an earlier loss counts no more');
select tests.act_as('owner');
delete from public.lead_events where lead_id = tests.id(18) and kind in ('state', 'undone');
update public.lead_handling set state = 'new', answered_at = null where lead_id = tests.id(18);
select tests.act_as('administrator');

-- What each kind does
select isnt(pg_temp.handle('opened'), null, 'a new lead is opened');
select is(pg_temp.current(), 'opened f 0', 'then it is new to no one');
select is((select new_leads from public.lead_pulse()), 1, 'and no longer counted');
select is(pg_temp.handle('opened'), null, 'who opens it later is not written down');
select isnt(pg_temp.handle('state', 'in_progress'), null, 'a state is set');
select is(pg_temp.handle('state', 'in_progress'), null, 'the same one changes nothing');
select pg_temp.handle('assigned', tests.id(1)::text);
select pg_temp.handle('due', '2026-12-24');
select pg_temp.handle('note', '  Wants samples ');
select is(pg_temp.current(), 'in_progress customer@example.com 2026-12-24 f 1', 'what is current follows');
select pg_temp.handle('assigned', null);
select pg_temp.handle('due', '');
select is(pg_temp.current(), 'in_progress f 1', 'an assignee and a day are taken off');
select pg_temp.handle('state', 'new');
select is((select unanswered from public.lead_pulse()), 2, 'it is unanswered');
select pg_temp.handle('answered', 'email');
select is(pg_temp.current(), 'in_progress t 1', 'an answered lead is in progress');
select is((select unanswered from public.lead_pulse()), 1, 'and no longer unanswered');
select is((select latest_lead from public.lead_pulse()), (select max(created_at) from public.leads), 'the pulse shows the newest lead, however many are unanswered');
create temporary table pulse as select latest_event from public.lead_pulse();
select pg_temp.handle('note', 'Called');
select is((select latest_event from public.lead_pulse()), (select latest_event + 1 from pulse), 'each event moves the pulse');
select pg_temp.handle('undone', (select max(number)::text from public.lead_events where kind = 'answered'));
select is(pg_temp.current(), 'new f 2', 'an answer is undone');
select pg_temp.handle('state', 'quoted');
select is(pg_temp.current(), 'quoted t 2', 'a lead that is quoted counts as answered');
select pg_temp.handle('answered', 'whatsapp');
select is(pg_temp.current(), 'quoted t 2', 'a later answer leaves its state');
select pg_temp.handle('state', 'spam');
select pg_temp.handle('undone', (select max(number)::text from public.lead_events where kind = 'answered'));
select is(pg_temp.current() || (select unanswered from public.lead_pulse()), 'spam f 21', 'spam needs no answer');
select results_eq(
  $$ select kind, value, actor_email from public.lead_events where lead_id = tests.id(18) and kind not in ('undone') order by number $$,
  $$
    values ('opened', null, 'administrator@example.com'), ('opened', null, 'administrator@example.com'), ('state', 'in_progress', 'administrator@example.com'),
      ('assigned', 'customer@example.com', 'administrator@example.com'), ('due', '2026-12-24', 'administrator@example.com'),
      ('note', 'Wants samples', 'administrator@example.com'), ('assigned', null, 'administrator@example.com'),
      ('due', null, 'administrator@example.com'), ('state', 'new', 'administrator@example.com'),
      ('answered', 'email', 'administrator@example.com'), ('note', 'Called', 'administrator@example.com'),
      ('state', 'quoted', 'administrator@example.com'),
      ('answered', 'whatsapp', 'administrator@example.com'), ('state', 'spam', 'administrator@example.com')
  $$,
  'the history holds all of it, with who did it'
);

-- What is refused
select throws_ok(format('select public.handle_lead(%L, %L, %L)', lead, kind, value), code, null, format('%s %s is refused', kind, value))
from (values
  (tests.id(18), 'state', 'sold', '22023'), (tests.id(18), 'state', null, '22023'), (tests.id(18), 'assigned', tests.id(3)::text, '22023'),
  (tests.id(18), 'assigned', 'me', '22P02'), (tests.id(18), 'due', 'soon', '22007'), (tests.id(18), 'due', '20261-01-01', '22023'),
  (tests.id(18), 'note', ' ', '22023'), (tests.id(18), 'note', repeat('x', 5001), '23514'), (tests.id(18), 'answered', 'pigeon', '22023'),
  (tests.id(18), 'undone', '0', '22023'), (tests.id(18), 'deleted', null, '22023'), (tests.id(18), null, null, '22023'), (tests.id(99), 'opened', null, 'PT404')
) as refused (lead, kind, value, code);

-- Filters
select is((select array_agg(name order by name) from public.find_leads(words, filters => filters)), found, format('%s %s finds %s', words, filters, found))
from (values
  ('', '{}'::jsonb, array['Asha Rao', 'Sent']), ('', '{"state": "spam"}', array['Asha Rao']), ('', '{"state": "won"}', null),
  ('', '{"unanswered": "yes"}', array['Sent']), ('asha', '{"unanswered": "yes"}', null), ('asha meridian', '{"assigned": "none", "state": "spam"}', array['Asha Rao']),
  ('', jsonb_build_object('assigned', tests.id(1)), null), ('', '{"email": "ASHA@meridian.example"}', array['Asha Rao']), ('', '{"email": "a@meridian.example"}', null)
) as searches (words, filters, found);
select is(public.count_leads(filters => '{"state": "spam", "assigned": "none"}'), 1, 'they are counted, too');
select is((select array_agg(name) from public.find_leads(beyond => '2999-01-01Z', beyond_id => tests.id(1), size => 1, filters => '{"unanswered": "yes"}')), array['Sent'], 'and paged');
select public.handle_lead(id, 'due', '2026-01-05') from public.leads where name = 'Sent';
select is((select array_agg(name) from public.find_leads(filters => days)), found, format('%s finds %s', days, found))
from (values
  ('{"due_to": "2026-01-04"}'::jsonb, null), ('{"due_to": "2026-01-05"}', array['Sent']), ('{"due_from": "2026-01-05", "due_to": "2026-01-05"}', array['Sent']),
  ('{"due_from": "2026-01-06"}', null)
) as listed (days, found);
select public.handle_lead(id, 'state', 'won') from public.leads where name = 'Sent';
select is((select count(*) from public.find_leads(filters => '{"due_to": "2026-02-01"}')), 0::bigint, 'nothing is due of a lead that is won');
select public.handle_lead(id, 'state', 'new') from public.leads where name = 'Sent';
select throws_ok($$ select public.count_leads(filters => '{"due_to": "soon"}') $$, '22007', null, 'a filter by day takes a day');
select throws_ok($$ select public.find_leads(filters => '{"colour": "red"}') $$, '22023', null, 'an unknown filter is refused');
select throws_ok($$ select public.count_leads(filters => '{"assigned": "me"}') $$, '22P02', null, 'so is one that is no administrator''s id');

-- Figures
select tests.act_as('owner');
insert into public.leads (id, name, company, email, phone, selected_products, created_at) values
  (tests.id(60), 'A', 'C', 'a@b.example', '1', '{Copper bottle,Copper bottle,Desk lamp}', now() - interval '20 hours'),
  (tests.id(61), 'B', 'C', 'b@b.example', '1', '{Copper bottle,Unknown}', now() - interval '3 days'),
  (tests.id(62), 'C', 'C', 'c@b.example', '1', '{Old}', now() - interval '100 days'),
  (tests.id(63), 'D', 'C', 'd@b.example', '1', '{}', now() - interval '2 hours');
select tests.act_as('administrator');
select public.handle_lead(tests.id(62), 'state', 'won');
select public.handle_lead(tests.id(62), 'state', 'lost');
select public.handle_lead(tests.id(62), 'state', 'won');
select public.handle_lead(tests.id(63), 'answered', 'email');
select is(public.lead_figures() -> 'waiting', '[1, 0, 1, 0, 1]', 'leads wait by age');
select is(public.lead_figures() ->> 'median_minutes', '120', 'the median time to an answer is that of the last days');
select is(public.lead_figures() -> 'months' -> 5, jsonb_build_object('month', to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM'), 'won', 1, 'lost', 0), 'a lead is won once, whatever it was before');
select is(jsonb_array_length(public.lead_figures() -> 'months'), 6, 'of six months');
select is(public.lead_figures() -> 'products', '[{"name": "Copper bottle", "leads": 2}, {"name": "Desk lamp", "leads": 1}, {"name": "Unknown", "leads": 1}]', 'products are counted once a lead');
select is(public.lead_figures() -> 'industries', '[{"name": "Pharmaceutical", "leads": 2}]', 'so are their industries');
savepoint before_merging;
select tests.act_as('owner');
update public.lead_handling set merged_into = tests.id(60) where lead_id in (tests.id(61), tests.id(62), tests.id(63));
select tests.act_as('administrator');
select is(public.lead_figures() #> '{months,5}', jsonb_build_object('month', to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM'), 'won', 0, 'lost', 0), 'a lead that is merged into another counts nowhere: won');
select is(public.lead_figures() -> 'median_minutes', 'null', 'answered');
select is_empty($$ select from jsonb_array_elements(public.lead_figures() -> 'products') as product where product ->> 'name' = 'Unknown' $$, 'nor for its products');
rollback to before_merging;
select tests.act_as('customer');
select tests.act_as('owner');
update public.profiles set is_admin = false where id = tests.id(1);
select tests.act_as('customer');
select is(public.lead_figures(), null, 'a customer gets none');
select is_empty('select from public.lead_pulse()', 'and no pulse');
select tests.act_as('owner');
update public.profiles set is_admin = true where id = tests.id(1);
select tests.act_as('administrator');

-- Who sees what
select results_eq('select email from public.administrators()', $$ values ('administrator@example.com'), ('customer@example.com'), ('sales@example.com') $$, 'administrators see who else answers leads');
select tests.act_as('owner');
delete from auth.users where id = tests.id(2);
select is((select count(*) from public.lead_events where actor_id is null and actor_email = 'administrator@example.com' and lead_id = tests.id(18)), 16::bigint, 'the history outlives the account');
delete from public.leads where id = tests.id(18);
select is_empty('select from public.lead_events where lead_id = tests.id(18)', 'but not the lead');

select * from finish();
rollback;
