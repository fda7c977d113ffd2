-- Leads as a team's work: many at once, sorted, merged and handed over.
begin;
select no_plan();
select tests.set_up();
insert into public.leads (id, name, company, email, phone, delivery_city, selected_products, created_at) values
  (tests.id(31), 'Anil', 'Zeta', 'anil@zeta.example', '+91 98765 43210', 'Pune', '{Mug}', '2026-01-01Z'),
  (tests.id(32), 'Bina', 'Alpha', 'bina@alpha.example', '09876543210', 'Kochi', '{Pen}', '2026-01-02Z'),
  (tests.id(33), 'Chitra', 'Zeta', 'ANIL@zeta.example', '1', null, '{Bag}', '2026-01-03Z');
insert into public.leads (id, name, company, email, phone, created_at)
values ('ab12cd34-0000-4000-8000-000000000000', 'Devi', 'Beta', 'devi@beta.example', '2', '2026-01-04Z');
create function pg_temp.found(words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false) returns text
language sql as $$
  select string_agg(left(lead.name, 1), '' order by
    case when ascending then case sorted when 'state' then state_key::text when 'assigned' then assigned_key when 'due' then due_key::text else lead.name end end,
    lead.created_at desc)
  from public.find_leads(words, filters => filters, sorted => sorted, ascending => ascending) as lead join public.lead_handling on lead_id = lead.id
  where lead.id <> tests.id(18)
$$;
select tests.act_as('sales');

-- Search
select is(pg_temp.found(words), found, format('"%s" finds %s', words, found))
from (values ('pune', 'A'), ('kochi pen', 'B'), ('GW-AB12CD34', 'D'), ('ab12cd34', 'D'), ('gw-ab12', 'D'), ('12cd', 'D'), ('AB12CD3', 'D'), ('gw-cd34', null)) as searches (words, found);

-- References of a seller with a number series of its own
select tests.act_as('administrator');
update public.seller_profile set number_series = 'KG';
select tests.act_as('anonymous');
insert into public.leads (name, company, email, phone, reference) values ('Esha', 'Gamma', 'esha@gamma.example', '3', 'GW-00000000');
select tests.act_as('sales');
select is(
  (select reference from public.leads where name = 'Esha'), (select 'KG-' || upper(left(id::text, 8)) from public.leads where name = 'Esha'),
  'a reference begins with the number series, whatever its sender writes'
);
select is(pg_temp.found(words), found, format('"%s" finds %s with a number series', words, found))
from (select reference, left(reference, 7) as part from public.leads where name = 'Esha') as given
cross join lateral (values (reference, 'E'), (lower(part), 'E'), ('GW-AB12CD34', 'D'), ('KG-AB12CD34', 'D')) as searches (words, found);
select is((select reference from public.leads where name = 'Devi'), 'GW-AB12CD34', 'and one that was given before stays');
select tests.act_as('owner');
delete from public.leads where name = 'Esha';
update public.seller_profile set number_series = 'GW';
select tests.act_as('sales');

-- Many at once
select is(public.handle_leads('state', 'spam', array[tests.id(31), tests.id(32)]) ->> 'changed', '2', 'the chosen leads get a state');
create temporary table done as select public.handle_leads('state', 'lost', words => 'zeta', reason => 'price', note => ' Too dear ') as answer;
select is(answer ->> 'changed', '2', 'so do all that a search finds') from done;
select results_eq(
  $$ select distinct reason, note from public.lead_events where value = 'lost' $$, $$ values ('price', 'Too dear') $$, 'with the reason for which they are lost'
);
select is(pg_temp.found(filters => '{"state": "lost", "reason": "price"}'), 'CA', 'by which they are found');
select is(pg_temp.found(filters => '{"state": "lost"}'), 'CA', 'each of them');
select is(public.handle_leads('undone', answer ->> 'undo') ->> 'changed', '2', 'which is undone together') from done;
select is(pg_temp.found(filters => '{"state": "spam"}'), 'BA', 'and leaves each as it was');
select is(pg_temp.found(filters => '{"reason": "price"}'), null, 'without the reason');
select is(public.handle_leads('state', 'spam', array[tests.id(31)]), '{"changed": 0, "undo": null}', 'what is so already is not changed');
select public.handle_leads('assigned', tests.id(5)::text, array[tests.id(31), tests.id(32)]);
update done set answer = public.handle_leads('assigned', tests.id(2)::text, array[tests.id(31), tests.id(32), tests.id(33)]);
select public.handle_lead(tests.id(32), 'assigned', null);
select public.handle_leads('undone', answer ->> 'undo') from done;
select results_eq(
  'select assigned_email from public.lead_handling where lead_id in (tests.id(31), tests.id(32), tests.id(33)) order by lead_id',
  $$ values ('sales@example.com'), (null), (null) $$, 'an assignment is undone unless another came after it'
);
select is((select count(*) from public.lead_events where lead_id = tests.id(31) and kind in ('state', 'assigned', 'undone')), 6::bigint, 'each has it in its history');
-- Another change of the same person, between the events of a change of many.
select tests.act_as('owner');
create function pg_temp.change_another() returns trigger language plpgsql security definer as $$
begin
  perform public.handle_lead('ab12cd34-0000-4000-8000-000000000000', 'state', 'quoted');
  return null;
end
$$;
create trigger change_another after insert on public.lead_events
for each row when (new.lead_id = '00000000-0000-0000-0000-000000000031' and new.value = 'in_progress') execute function pg_temp.change_another();
select tests.act_as('sales');
update done set answer = public.handle_leads('state', 'in_progress', array[tests.id(31), tests.id(32)]);
select is(public.handle_leads('undone', answer ->> 'undo') ->> 'changed', '2', 'a change of many is undone whole') from done;
select is(pg_temp.found(filters => '{"state": "quoted"}'), 'D', 'and what the same person did to another lead meanwhile stays');
select public.handle_lead('ab12cd34-0000-4000-8000-000000000000', 'state', 'new');
select tests.act_as('owner');
drop trigger change_another on public.lead_events;
select tests.act_as('sales');
create temporary table parts (number integer, answer jsonb);
insert into parts values (1, public.handle_leads('state', 'won', words => 'zeta', filters => '{"state": "new"}', most => 1));
insert into parts
select 2, public.handle_leads('state', 'won', words => 'zeta', filters => '{"state": "new"}', most => 1, beyond => (answer ->> 'last')::uuid) from parts;
select results_eq(
  $$ select (answer ->> 'changed')::integer, (answer ->> 'last')::uuid from parts order by number $$, $$ values (1, tests.id(33)), (0, null) $$,
  'a change of any number is one of parts, each beyond the one before, although what it has changed is no longer found'
);
select public.handle_leads('undone', answer ->> 'undo') from parts where number = 1;
select throws_ok($$ select public.handle_leads('note', 'x', array[tests.id(31)]) $$, '22023', null, 'notes are of one lead');
select tests.act_as('administrator');
select is(public.handle_leads('undone', answer ->> 'undo') ->> 'changed', '0', 'what another person has done is not undone by its numbers') from done;
select tests.act_as('customer');
select throws_ok($$ select public.handle_leads('state', 'won', array[tests.id(31)]) $$, '42501', null, 'customers handle none');

-- Order
select tests.act_as('sales');
select public.handle_lead(tests.id(33), 'due', '2026-03-01');
select public.handle_lead(tests.id(31), 'due', '2026-02-01');
create function pg_temp.pages(sorted text, ascending boolean) returns text language plpgsql as $$
declare
  last_id uuid;
  last_name text;
  last_value text;
  result text := '';
begin
  loop
    select lead.id, lead.name, case sorted when 'name' then lead.name when 'company' then lead.company when 'state' then state_key::text
      when 'assigned' then assigned_key when 'due' then due_key::text else lead.created_at::text end as value
    into last_id, last_name, last_value
    from public.find_leads('', sorted => sorted, ascending => ascending, size => 1, beyond => last_value, beyond_id => last_id) as lead
    join public.lead_handling on lead_id = lead.id;
    exit when last_id is null;
    result := result || left(last_name, 2) || ' ';
  end loop;
  return result;
end
$$;
select is(pg_temp.pages(sorted, ascending), found, format('pages by %s go on where the one before has ended', sorted))
from (values
  ('name', true, 'An As Bi Ch De '), ('company', true, 'Bi De As An Ch '), ('company', false, 'Ch An As De Bi '), ('state', true, 'As Ch De An Bi '),
  ('assigned', true, 'An As Bi Ch De '), ('due', true, 'An Ch As Bi De '), ('created_at', false, 'As De Ch Bi An ')
) as searches (sorted, ascending, found);
select throws_ok($$ select public.find_leads(sorted => 'phone') $$, '22023', null, 'leads are not sorted by what has no index');

-- Merged
select is(pg_temp.found(filters => '{"email": "anil@zeta.example", "phone": "9876543210"}'), 'CBA', 'the inquiries of an address and of a number are found together');
select is((select unanswered from public.lead_pulse()), 3, 'three wait');
create temporary table merge as select public.handle_lead(tests.id(33), 'merged', tests.id(31)::text) as number;
select is((select unanswered from public.lead_pulse()), 2, 'one of them no longer when it is merged');
select is(pg_temp.found(), 'DBA', 'it leaves the list');
select is(public.count_leads(), 4, 'and the count');
select is(pg_temp.found(filters => format('{"merged_into": "%s"}', tests.id(31))::jsonb), 'C', 'the lead that stands for it shows it');
select is(pg_temp.found(words => 'gw-00000000') like '%C%', true, 'and its reference finds it');
select throws_ok(format('select public.handle_lead(%L, ''merged'', %L)', lead, into_lead), '22023', null, 'no lead is merged into itself, or at two levels')
from (values (tests.id(31), tests.id(31)), (tests.id(31), tests.id(32)), (tests.id(32), tests.id(33)), (tests.id(32), tests.id(99))) as refused (lead, into_lead);
select public.handle_lead(tests.id(33), 'undone', number::text) from merge;
select is(pg_temp.found(), 'DCBA', 'a merge is undone');
select tests.act_as('customer');
insert into public.leads (name, company, email, phone) values ('Mine', 'M', 'm@m.example', '1');
select tests.act_as('owner');
update public.lead_handling set state = 'quoted' where lead_id = tests.id(31);
update public.lead_handling set merged_into = tests.id(31) where lead_id = (select id from public.leads where name = 'Mine');
select tests.act_as('customer');
select is(public.my_inquiries() -> 0 ->> 'state', 'quoted', 'the buyer still sees a merged inquiry, with the state of the lead that stands for it');

-- Handed over
select tests.act_as('administrator');
select public.handle_leads('assigned', tests.id(5)::text, array[tests.id(31), tests.id(32), tests.id(33)]);
select public.handle_lead(tests.id(33), 'state', 'won');
select throws_ok(format('select public.set_role(%L, null, %L)', tests.id(5), tests.id(1)), '22023', null, 'leads are not handed over to a customer');
select public.set_role(tests.id(5), null, tests.id(2));
create function pg_temp.assignees() returns text language sql as $$
  select string_agg(coalesce(split_part(assigned_email, '@', 1), 'nobody'), ' ' order by lead_id) from public.lead_handling
  where lead_id in (tests.id(31), tests.id(32), tests.id(33))
$$;
select is(pg_temp.assignees(), 'administrator sales sales', 'open leads go to the successor, and closed ones stay with who has closed them');
select results_eq(
  'select email, is_active from public.administrators()', $$ values ('administrator@example.com', true), ('sales@example.com', false) $$,
  'who has left and has leads can be looked up'
);
select results_eq(
  format('select value from public.lead_events where lead_id = %L order by number desc limit 1', tests.id(31)), $$ values ('administrator@example.com') $$,
  'the history says to whom'
);
select tests.act_as('owner');
update public.profiles set is_admin = true where id = tests.id(1);
update public.profiles set is_admin = false where id = tests.id(2);
select is(pg_temp.assignees(), 'nobody sales sales', 'revoked otherwise, no one has them');
delete from public.site_settings;
update public.profiles set is_admin = false where id = tests.id(1);
select private.assign_role(tests.id(1), 'administrator');
select private.assign_role(tests.id(2), 'administrator');
select is((select notice_emails from public.site_settings), array['customer@example.com'], 'the first administrator is notified of new leads, and the second is not');

select * from finish();
rollback;
