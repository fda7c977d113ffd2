-- Leads: sent by anyone, one a call, stamped by the server, read by administrators (product.md, sections 6 and 7).
begin;
select no_plan();
select tests.set_up();

create temporary table actors as select unnest(array['anonymous', 'customer', 'administrator']) as actor;
grant select on actors to anon, authenticated;

-- What a sender says about id and date does not count.
select tests.act_as('anonymous');
insert into public.leads (id, name, company, email, phone, message, selected_products, created_at)
values (tests.id(500), '  Vikram  ', ' Nova ', ' v@nova.example ', ' 98765 ', '  ', '{"Desk lamp"}', '1999-01-01Z');
select tests.act_as('owner');
select is_empty('select from public.leads where id = tests.id(500)', 'the id of a lead is made by the server');
select results_eq(
  'select name, company, email, phone, message, selected_products, created_at = now() from public.leads where id <> tests.id(18)',
  $$ values ('Vikram', 'Nova', 'v@nova.example', '98765', null::text, '{"Desk lamp"}'::text[], true) $$,
  'its date too, and its texts are tidied'
);

-- One a call
select is(
  tests.may(actor, 'insert into public.leads (name, company, email, phone) values (''A'', ''B'', ''a@b.example'', ''1'')'),
  true, actor || ' may send one lead'
)
from actors;
select throws_ok(
  format(
    'do $do$ begin perform tests.act_as(%L); insert into public.leads (name, company, email, phone) values (''A'', ''B'', ''a@b.example'', ''1''), (''A'', ''B'', ''a@b.example'', ''1''); end $do$',
    actor
  ),
  '22023', 'Send one inquiry at a time', actor || ' may not send two in one statement'
)
from actors;
select throws_ok(
  $$
    do $do$
    begin
      perform tests.act_as('anonymous');
      insert into public.leads (name, company, email, phone)
      select 'A', 'B', 'a@b.example', '1' from generate_series(1, 1000);
    end
    $do$
  $$,
  '22023', 'Send one inquiry at a time', 'and a thousand neither'
);
select is((select count(*) from public.leads), 2::bigint, 'none of them arrived');

-- The sender gets nothing back.
select is(
  tests.may(
    actor, 'insert into public.leads (name, company, email, phone) values (''A'', ''B'', ''a@b.example'', ''1'') returning id'
  ),
  actor = 'administrator', actor || case when actor = 'administrator' then ' may' else ' may not' end || ' read back what was sent'
)
from actors;

-- An upsert is neither a way to read nor to change.
grant all on public.leads to anon, authenticated;
select is(
  tests.may(
    actor,
    'insert into public.leads (id, name, company, email, phone) values (tests.id(18), ''A'', ''B'', ''a@b.example'', ''1'')'
    ' on conflict (id) do update set name = excluded.name'
  ),
  false, actor || ' may not upsert a lead'
)
from actors where actor <> 'administrator';
select is((select name from public.leads where id = tests.id(18)), 'Asha Rao', 'the old lead is as it was');

-- The policy holds even where the trigger is missing.
alter table public.leads disable trigger normalize;
select is(
  tests.may('anonymous', 'insert into public.leads (name, company, email, phone, created_at) values (''A'', ''B'', ''a@b.example'', ''1'', ''1999-01-01Z'')'),
  false, 'a lead of another time is refused'
);
alter table public.leads enable trigger normalize;

-- A backup that is read back keeps what it holds.
insert into public.leads (id, name, company, email, phone, created_at) values
  (tests.id(600), 'A', 'B', 'a@b.example', '1', '2025-01-01Z'), (tests.id(601), 'A', 'B', 'a@b.example', '1', '2025-01-02Z');
select results_eq(
  'select id, created_at from public.leads where id >= tests.id(600) and id <= tests.id(601) order by id',
  $$ values (tests.id(600), timestamptz '2025-01-01Z'), (tests.id(601), timestamptz '2025-01-02Z') $$,
  'the owner restores leads with their ids and dates, many at once'
);

select * from finish();
rollback;
