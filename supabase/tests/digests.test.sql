-- The daily digest: what waits for each of the staff, in the numbers of their lists, once a day from the hour that they choose.
begin;
select no_plan();
select tests.set_up();
insert into auth.users (id, email) values (tests.id(81), 'deputy@example.com');
update public.profiles set is_sales = true, name = 'Dev Deputy' where id = tests.id(81);
update public.profiles set name = 'Sana Sales' where id = tests.id(5);
delete from public.leads;
delete from public.quotations;
delete from public.outbox;

create function pg_temp.lead(number integer, assignee uuid, due date default null) returns void language plpgsql as $$
begin
  insert into public.leads (id, name, company, email, phone, created_at)
  values (tests.id(number), 'Buyer ' || number, 'Nova', 'buyer' || number || '@nova.example', '98765', now() - number * interval '1 hour');
  update public.lead_handling set assigned_to = assignee, assigned_email = (select email from auth.users where id = assignee), due_on = due
  where lead_id = tests.id(number);
end
$$;
create function pg_temp.today() returns date language sql as $$ select private.day_in_india(now()) $$;
-- Each list of a person's digest: of whose work, what and how many.
create function pg_temp.lists_of(person uuid) returns table (owner text, part text, number integer) language sql as $$
  select part_of ->> 'owner', list ->> 'part', (list ->> 'number')::integer
  from jsonb_array_elements(private.digest_of(person)) as part_of cross join jsonb_array_elements(part_of -> 'lists') as list
$$;

select is(private.digest_of(tests.id(5)), '[]', 'where nothing is open there is no digest');
select pg_temp.lead(number, tests.id(5)) from generate_series(100, 106) as number;
select pg_temp.lead(110, tests.id(5), pg_temp.today() - 2);
select pg_temp.lead(111, tests.id(5), pg_temp.today());
select pg_temp.lead(112, tests.id(5), pg_temp.today() + 1);
select pg_temp.lead(113, null);
select pg_temp.lead(114, tests.id(81));
select results_eq(
  $$ select * from pg_temp.lists_of(tests.id(5)) $$,
  $$ values (tests.id(5)::text, 'overdue_leads', 1), (tests.id(5)::text, 'due_leads', 1), (tests.id(5)::text, 'unanswered_leads', 10), (null, 'unanswered_leads', 1) $$,
  'a digest has the lists of a person and of what has no owner, the most urgent first'
);
select results_eq(
  $$ select jsonb_array_length(list -> 'rows'), list #>> '{rows,0,name}', list #>> '{rows,0,id}'
     from jsonb_array_elements(private.digest_of(tests.id(5)) -> 0 -> 'lists') as list where list ->> 'part' = 'unanswered_leads' $$,
  $$ values (5, 'Buyer 112', tests.id(112)::text) $$, 'with five of a long list, of which the oldest waits first'
);
select is(
  (select list #>> '{rows,0,number}' from jsonb_array_elements(private.digest_of(tests.id(5)) -> 0 -> 'lists') as list where list ->> 'part' = 'overdue_leads'),
  (select reference from public.leads where id = tests.id(110)), 'a lead has its reference, by which an erasure finds the files of e-mails'
);
select is(
  (select list #>> '{rows,0,day}' from jsonb_array_elements(private.digest_of(tests.id(5)) -> 0 -> 'lists') as list where list ->> 'part' = 'overdue_leads'),
  (pg_temp.today() - 2)::text, 'an overdue lead has the day of its follow-up'
);

-- Quotations, by the filters of their list.
create temporary table made (id uuid);
grant all on made to authenticated;
select tests.act_as('sales');
insert into made select public.draft_quotation(tests.id(100));
select tests.act_as('owner');
create function pg_temp.send(now_state text, sent timestamptz, valid date) returns void language sql as $$
  update public.quotations set number = 'GW2627/7001', state = now_state where id in (select id from made);
  delete from public.quotation_versions where quotation_id in (select id from made);
  insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
  select id, 1, '{"buyer": {"company": "Nova", "name": "Buyer 100"}, "lines": []}', valid, sent, '{"choice": {"quantities": {}, "options": {}}, "figures": {"total": 1, "lines": []}}', repeat('0', 64) from made
$$;
select pg_temp.send('change_asked', now(), pg_temp.today() + 30);
select results_eq(
  $$ select part, number from pg_temp.lists_of(tests.id(5)) where part like '%quotations' $$, $$ values ('answered_quotations', 1) $$, 'an answer of a buyer waits'
);
select pg_temp.send('sent', now() - interval '4 days', pg_temp.today() + 7);
select results_eq(
  $$ select part, number from pg_temp.lists_of(tests.id(5)) where part like '%quotations' $$,
  $$ values ('unanswered_quotations', 1), ('expiring_quotations', 1) $$, 'so does a quotation without an answer, and one that expires'
);
select is(
  (select list #>> '{rows,0,number}' from jsonb_array_elements(private.digest_of(tests.id(5)) -> 0 -> 'lists') as list where list ->> 'part' = 'expiring_quotations'),
  'GW2627/7001', 'with its number'
);

create temporary table listed as select * from pg_temp.lists_of(tests.id(5));
grant select on listed to authenticated;
-- Every number is that of the list with the filters that its link has.
create function pg_temp.number_in_list(actor text, owner text, part text) returns integer language plpgsql as $$
#variable_conflict use_column
declare
  filters jsonb;
  number integer;
begin
  select waiting.filters || jsonb_build_object(case when number_in_list.part like '%leads' then 'assigned' else 'owner' end, coalesce(number_in_list.owner, 'none')) into filters
  from private.waiting_lists() as waiting where waiting.part = number_in_list.part;
  perform tests.act_as(actor);
  number := case when number_in_list.part like '%leads' then public.count_leads(filters => filters) else public.count_quotations('', filters) end;
  perform tests.act_as('owner');
  return number;
end
$$;
select results_eq(
  $$ select part, number from listed $$, $$ select part, pg_temp.number_in_list('sales', owner, part) from listed $$, 'the numbers are those of the lists'
);
select tests.act_as('customer');
select is(auth.uid(), tests.id(1), 'a caller stays who they are');
select tests.act_as('owner');
do $$ begin perform private.digest_of(tests.id(5)); end $$;
select is(auth.uid(), null, 'also behind a digest');

-- Deputies.
update public.profiles set away_until = pg_temp.today() + 3, deputy_id = tests.id(81) where id = tests.id(5);
select is(private.digest_of(tests.id(5)), '[]', 'who is away has no digest');
select results_eq(
  $$ select part_of ->> 'owner', part_of ->> 'name', part_of ->> 'away_until' from jsonb_array_elements(private.digest_of(tests.id(81))) as part_of $$,
  $$ values (tests.id(81)::text, null, null), (tests.id(5)::text, 'Sana Sales', (pg_temp.today() + 3)::text), (null, null, null) $$,
  'the deputy has their own work, that of the colleague, and what has no owner'
);
update public.profiles set away_until = pg_temp.today() + 1, deputy_id = tests.id(2) where id = tests.id(81);
select is(private.acting_for(tests.id(5)), tests.id(2), 'of a deputy who is away the deputy does the work');
select is((select count(*) from private.work_of(tests.id(2))), 3::bigint, 'of both colleagues');
update public.profiles set away_until = pg_temp.today() + 1, deputy_id = tests.id(5) where id = tests.id(2);
select is(private.acting_for(tests.id(5)), tests.id(2), 'in a circle the last one');
update public.profiles set away_until = null where id in (tests.id(2), tests.id(5), tests.id(81));

-- Once a day, from the hour.
create function pg_temp.queued(moment text) returns text[] language plpgsql as $$
begin
  delete from public.outbox where kind = 'digest';
  perform private.queue_digests(moment::timestamp at time zone 'Asia/Kolkata');
  return array(select recipient from public.outbox where kind = 'digest' order by recipient);
end
$$;
select is(pg_temp.queued(to_char(pg_temp.today(), 'YYYY-MM-DD') || ' 23:00'), '{}', 'on the day of a new role there is none');
update public.profiles set digest_on = null where is_admin or is_sales;
update public.profiles set digest_hour = null where id = tests.id(2);
update public.profiles set digest_hour = 14 where id = tests.id(81);
select is(pg_temp.queued('2027-03-01 08:59'), '{}', 'before the hour none is sent');
select is(pg_temp.queued('2027-03-01 09:00'), '{sales@example.com}', 'from it on, to whom it is due');
select is(pg_temp.queued('2027-03-01 09:01'), '{}', 'and not again');
select is(pg_temp.queued('2027-03-01 20:30'), '{deputy@example.com}', 'a server that was down sends it later on the day');
select is(pg_temp.queued('2027-03-02 09:00'), '{sales@example.com}', 'the next day has another one');
select is(pg_temp.queued('2027-03-06 15:00'), '{}', 'a Saturday none');
update public.profiles set digest_days = 6 where id = tests.id(5);
select is(pg_temp.queued('2027-03-06 15:00'), '{sales@example.com}', 'unless it is chosen');
select is(pg_temp.queued('2027-03-07 15:00'), '{}', 'which is no Sunday');
update public.lead_handling set answered_at = now(), due_on = null;
delete from public.quotations;
select is(pg_temp.queued('2027-03-08 15:00'), '{}', 'nothing is sent where nothing is open');
select pg_temp.lead(120, tests.id(5));
select is(pg_temp.queued('2027-03-08 16:00'), '{}', 'also where something comes later on that day');
select private.queue_digests('2027-03-09 15:00+05:30'), private.queue_digests('2027-03-10 15:00+05:30');
select is((select count(*) from public.outbox where kind = 'digest' and recipient = 'sales@example.com'), 1::bigint, 'a new one takes the place of the one before');

savepoint faulty;
select pg_temp.lead(121, tests.id(81));
delete from public.outbox where kind = 'digest';
alter table public.outbox add constraint refused check (recipient <> 'sales@example.com');
set local client_min_messages = error;
select private.queue_digests('2027-03-11 15:00+05:30');
select cmp_ok((select count(*) from public.outbox where kind = 'digest'), '>', 0::bigint, 'a digest that fails keeps no other back');
select is_empty($$ select from public.outbox where kind = 'digest' and recipient = 'sales@example.com' $$, 'and is left out for that day');
rollback to faulty;

savepoint revoked;
update public.profiles set is_sales = false where id = tests.id(5);
select is_empty($$ select from public.outbox where kind = 'digest' and recipient = 'sales@example.com' $$, 'one that waits ends with the role');
rollback to revoked;
update auth.users set email = 'moved@example.com' where id = tests.id(5);
select is_empty($$ select from public.outbox where kind = 'digest' and recipient in ('sales@example.com', 'moved@example.com') $$, 'and with the address');
rollback to revoked;

-- What the sender gets.
select set_config('role', 'service_role', true);
select results_eq(
  $$ select mail ->> 'to', mail #>> '{digest,0,lists,0,rows,0,name}' from jsonb_array_elements(public.claim_mails(50)) as mail where mail ->> 'kind' = 'digest' order by 1 $$,
  $$ values ('sales@example.com', 'Buyer 120') $$, 'the server gets it with all that it says'
);
select set_config('role', 'none', true);

-- What a person chooses.
select tests.act_as('sales');
select public.save_digest(17, 7);
select is(public.my_account() ->> 'digest_hour', '17', 'a person chooses the hour');
select public.save_digest(null, 5);
select is(public.my_account() ->> 'digest_hour', null, 'or none');
select throws_ok($$ select public.save_digest(24, 5) $$, '22023', null, 'of a day');
select tests.act_as('owner');

select * from finish();
rollback;
