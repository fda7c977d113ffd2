-- Who changed what and when is written with each change of a managed record.
begin;
select no_plan();
select tests.set_up();
create function pg_temp.history(of_record uuid) returns table (kind text, before jsonb, after jsonb) language sql as $$
  select kind, before, after from public.record_history where record_id = of_record order by number
$$;

select is_empty('select from public.record_history', 'what the server itself creates is not in the history');
select set_eq(
  $$ select tgrelid::regclass::text from pg_trigger where tgname = 'count_version' $$,
  $$ select tgrelid::regclass::text from pg_trigger where tgname = 'record_history_on_update'
     except select name from private.link_tables() $$,
  'every table that is edited has a history, and its links are in it'
);

select tests.act_as('administrator');
insert into public.themes (id, name) values (tests.id(40), 'Spring');
update public.themes set name = 'Summer' where id = tests.id(40);
update public.themes set name = 'Summer' where id = tests.id(40);
select results_eq(
  'select * from pg_temp.history(tests.id(40))',
  $$ values ('created', '{}'::jsonb, '{}'::jsonb), ('changed', '{"name": "Spring"}', '{"name": "Summer"}') $$,
  'a change has the fields that differ, before and after; one that changes nothing is none'
);
select results_eq(
  $$ select distinct entity, actor_id, changed_at = now() from public.record_history $$,
  $$ values ('themes', tests.id(2), true) $$, 'with its table, its time and the administrator'
);

select lives_ok(
  $$ select public.save_product(
    '{"name": "Copper jug", "category_id": null, "budget": "Rs.500-1000", "is_sample": true, "is_featured": true}',
    array[tests.id(12)], array[tests.id(40)], array[tests.id(14)], tests.id(15), null
  ) $$,
  'a product is saved with its links'
);
select results_eq(
  'select * from pg_temp.history(tests.id(15))',
  $$ values
    ('changed',
      jsonb_build_object('name', 'Copper bottle', 'category_id', tests.id(10), 'subcategory_id', tests.id(11)),
      '{"name": "Copper jug", "category_id": null, "subcategory_id": null}'::jsonb),
    ('linked', jsonb_build_object('theme_ids', array[tests.id(13)]), '{}'),
    ('linked', '{}', jsonb_build_object('theme_ids', array[tests.id(40)])) $$,
  'its links are part of its history, as those that were removed and added'
);
select lives_ok($$ select public.save_subcategory('Mugs', null, '{}', tests.id(11), null) $$, 'a subcategory is saved');
select results_eq(
  'select * from pg_temp.history(tests.id(11))',
  $$ values ('linked', jsonb_build_object('category_ids', array[tests.id(10)]), '{}'::jsonb) $$, 'and so are its categories'
);

delete from public.themes where id = tests.id(40);
select results_eq(
  $$ select kind, before from public.record_history where record_id in (tests.id(15), tests.id(40)) order by number desc limit 2 $$,
  $$ values ('linked', jsonb_build_object('theme_ids', array[tests.id(40)])), ('deleted', '{}') $$,
  'a deletion is in the history of the record, and of those that were linked to it'
);
delete from public.products where id = tests.id(15);
select results_eq(
  $$ select kind from public.record_history where record_id = tests.id(15) order by number desc limit 2 $$, array['deleted', 'linked'],
  'the links of a product that is deleted go without a word'
);

select tests.act_as('owner');
update public.record_history set changed_at = now() - interval '366 days' where record_id = tests.id(11);
select tests.act_as('administrator');
select is_empty('select from pg_temp.history(tests.id(11))', 'after a year it is not shown');
update public.themes set description = 'For the season' where id = tests.id(13);
select tests.act_as('owner');
update public.themes set description = null where id = tests.id(13);
select results_eq(
  $$ select actor_id from public.record_history where record_id = tests.id(13) order by number desc limit 1 $$, array[null::uuid],
  'what the server itself changes is in the history without an account'
);

select * from finish();
rollback;
