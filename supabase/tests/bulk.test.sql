-- Many records are deleted at once, by their ids or by a search, and restored together.
begin;
select no_plan();
select tests.set_up();
create function pg_temp.refusal(statement text) returns text language plpgsql as $$
begin
  execute statement;
  return null;
exception
  when others then
    return sqlstate || ' ' || sqlerrm;
end
$$;
create function pg_temp.state() returns jsonb language sql as $$
  select jsonb_build_object(
    'products', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.products as row),
    'themes', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.themes as row),
    'links', array[
      (select jsonb_agg(row order by row) from public.product_industry_tags as row),
      (select jsonb_agg(row order by row) from public.product_themes as row),
      (select jsonb_agg(row order by row) from public.product_doctor_type_tags as row)
    ]
  )
$$;
insert into public.themes (id, name) values (tests.id(32), 'Wellness'), (tests.id(33), 'Spring');
insert into public.product_themes values (tests.id(15), tests.id(32));
select tests.act_as('administrator');
create temporary table before as select pg_temp.state() as state;
create temporary table done (step text, result jsonb);

-- Deletions
insert into done values ('themes', public.delete_records('themes', array[tests.id(32), tests.id(13), tests.id(33), tests.id(99)]));
select results_eq(
  $$ select result - 'undo' from done where step = 'themes' $$, $$ values ('{"deleted": 3, "products": 3}'::jsonb) $$,
  'those that there are are deleted, with the number of products that had any of them'
);
select is_empty('select from public.themes', 'they are gone');
select results_eq(
  $$ select entity, scope, name, products from public.deleted_records where id = (select (result ->> 'undo')::uuid from done where step = 'themes') $$,
  $$ values ('themes', 'records', '3 themes', 3) $$, 'what restores them together is among what was deleted'
);
select is(
  (select public.restore_record((result ->> 'undo')::uuid) from done where step = 'themes'),
  '{"name": "3 themes", "products": 3, "left_out": 0}', 'they are restored together'
);
select is(pg_temp.state(), (select state from before), 'and everything is as it was');
select is_empty('select from public.deleted_records', 'nothing is left to restore');
select is(
  (select pg_temp.refusal(format('select public.restore_record(%L)', result ->> 'undo')) from done where step = 'themes'),
  'PT404 It can no longer be restored, or it has been already', 'which is done once'
);

insert into done values ('one', public.delete_records('themes', array[tests.id(32)]));
select is((select result ->> 'undo' from done where step = 'one'), tests.id(32)::text, 'one record is undone by itself');
select is((select public.restore_record(tests.id(32)) ->> 'name'), 'Wellness', 'as ever');

insert into done values ('found', public.delete_records('products', words => 'copper', filters => '{"sample": "yes"}'));
select results_eq('select id from public.products order by id', array[tests.id(16), tests.id(17)], 'products are deleted by what finds them, on all pages');
select lives_ok($$ select public.restore_record(tests.id(15)) $$, 'one is restored');

insert into done values ('all', public.delete_records('products'));
select is((select result ->> 'deleted' from done where step = 'all'), '3', 'without words and filters all are deleted');
select lives_ok($$ select public.restore_record(tests.id(16)) $$, 'one is restored by itself');
select is(
  (select public.restore_record((result ->> 'undo')::uuid) from done where step = 'all'),
  '{"name": "3 products", "products": 0, "left_out": 0}', 'the others follow'
);
select is(pg_temp.state(), (select state from before), 'with all that they had');

insert into done values ('taken', public.delete_records('themes', array[tests.id(32), tests.id(33)]));
insert into public.themes (name) values ('spring');
select is(
  (select pg_temp.refusal(format('select public.restore_record(%L)', result ->> 'undo')) from done where step = 'taken'),
  '23505 There is another one named "Spring" now: rename that one first', 'a name that was taken meanwhile is refused'
);
select is_empty($$ select from public.themes where name = 'Wellness' $$, 'and none of them is restored');

select is(pg_temp.refusal(statement), refusal, statement) from (values
  ($$select public.delete_records('themes', '{}')$$, 'PT404 They no longer exist'),
  ($$select public.delete_records('themes', array[tests.id(99)])$$, 'PT404 They no longer exist'),
  ($$select public.delete_records('themes')$$, '22023 Only products are found by words and filters'),
  ($$select public.delete_records('leads', array[tests.id(18)])$$, '22023 There are no such records: leads'),
  ($$select public.delete_records('profiles', array[tests.id(1)])$$, '22023 There are no such records: profiles'),
  ($$select public.delete_records('products', filters => '{"colour": "red"}')$$, '22023 Products have no such filter: colour')
) as cases (statement, refusal);

select tests.act_as('customer');
select is(
  pg_temp.refusal($$select public.delete_records('themes', array[tests.id(32)])$$), '42501 You may not delete records',
  'a customer deletes nothing'
);

select * from finish();
rollback;
