-- What is written of a breach: one row, which all administrators read and change.
begin;
select plan(9);
select tests.set_up();

select tests.act_as('administrator');
insert into public.breaches (nature, tables, version) values (' A stolen laptop ', '{leads,outbox}', 7);
update public.breaches set measures = 'Keys were changed', letter = '' where version = 1;
select tests.act_as('owner');
update public.profiles set is_admin = true where id = tests.id(1);
select tests.act_as('customer');
select results_eq(
  'select nature, measures, letter, tables, version from public.breaches',
  $$ values ('A stolen laptop', 'Keys were changed', null::text, '{leads,outbox}'::text[], 2) $$,
  'a colleague reads it as it was tidied, its version counted up'
);
update public.breaches set nature = 'A lost laptop' where version = 1;
select is((select nature from public.breaches), 'A stolen laptop', 'a change of a version before the last one changes nothing');
update public.breaches set nature = 'A lost laptop' where version = 2;
select is((select nature from public.breaches), 'A lost laptop', 'a colleague changes it');
select results_eq(
  $$ select kind, before ->> 'nature' from public.record_history where entity = 'breaches' order by number desc limit 1 $$,
  $$ values ('changed', 'A stolen laptop') $$, 'its history has what was written before, and of the breaches before'
);
select throws_ok(
  $$ insert into public.breaches (id, nature) values (tests.id(91), 'Second') $$, '23514', null, 'there is no second row'
);
select throws_ok($$ update public.breaches set tables = '{none}' $$, '23514', null, 'only kinds of data that are stored are affected');
select tests.act_as('sales');
select is_empty('select from public.breaches', 'sales reads nothing of it');
select throws_ok($$ insert into public.breaches (nature) values ('Mine') $$, '42501', null, 'and writes nothing');
select tests.act_as('anonymous');
select throws_ok('select from public.breaches', '42501', null, 'neither do visitors');

select * from finish();
rollback;
