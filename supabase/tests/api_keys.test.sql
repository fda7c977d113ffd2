-- The keys of the owner's programs: who makes them, and what the database's roles can read of them.
begin;
select no_plan();
select tests.set_up();
delete from private.api_keys where true;

select tests.act_as('administrator');
create temporary table made as select public.make_api_key('  Lead sheet ', '{read leads,read leads}') as key;
select matches(key, '^gw_[0-9a-f]{40}$', 'a key begins with gw_ and has 40 digits') from made;
select results_eq(
  'select name, scopes, works from public.api_keys()', $$ values ('Lead sheet', '{read leads}'::text[], true) $$, 'a name is trimmed, and each right is there once'
);
select throws_ok($$ select public.make_api_key('', '{read leads}') $$, '22023', null, 'a key has a name');
select throws_ok($$ select public.make_api_key('x', '{}') $$, '22023', null, 'a key has a right');
select throws_ok($$ select public.make_api_key('x', '{delete leads}') $$, '22023', null, 'no key has a right that there is not');
select throws_ok('select from private.api_keys', '42501', null, 'an administrator does not read the hashes');
select throws_ok($$ select private.open_api_key('\x00') $$, '42501', null, 'nor opens a key');
select tests.act_as('sales');
select is_empty('select from public.api_keys()', 'sales see no keys');
select throws_ok($$ select public.make_api_key('x', '{read leads}') $$, '42501', null, 'sales make none');
select throws_ok('select from private.api_keys', '42501', null, 'and read no hashes');

select tests.act_as('owner');
create temporary view opened as select opened.id from made, private.open_api_key(sha256(convert_to(key, 'UTF8'))) as opened;
select isnt_empty('select from opened', 'a key opens');
select is((select last_used_at from private.api_keys), now(), 'its use is noted');
update public.profiles set is_admin = false where id = tests.id(2);
select is_empty('select from opened', 'it opens nothing once its maker is no administrator');
update public.profiles set is_admin = true where id = tests.id(2);
select is_empty('select from opened', 'nor once its maker is one again');
delete from made;
select tests.act_as('administrator');
insert into made select public.make_api_key('Next', '{read leads}');
select tests.act_as('owner');
select isnt_empty('select from opened', 'a new one does');
select tests.act_as('administrator');
select public.revoke_api_key(id) from public.api_keys();
select tests.act_as('owner');
select is_empty('select from opened', 'until it is revoked');
select results_eq(
  $$ select kind, actor_id from public.record_history where entity = 'api_keys' order by number $$,
  $$ values ('created', tests.id(2)), ('deleted', null), ('created', tests.id(2)), ('deleted', tests.id(2)) $$, 'the history says who made and revoked them'
);

select is((select count(*) from private.product_changes), (select count(*) from public.products), 'each product has the time of its change');
select is((select count(*) from private.lead_changes), (select count(*) from public.leads), 'and each lead');
select is_empty(
  $$ select from private.product_for_programs(tests.id(15)) as product where product::text ~ 'Acme|24500|22900' $$,
  'programs read nothing of suppliers, costs and prices'
);
select * from finish();
rollback;
