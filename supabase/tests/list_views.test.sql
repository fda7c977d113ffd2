-- Views of lists: own ones are written, those of others read, and what they hold is limited.
begin;
select no_plan();
select tests.set_up();

select tests.act_as('owner');
insert into public.list_views (id, owner_id, list, settings) values
  (tests.id(26), tests.id(2), 'products', '{"columns": "Name"}'), (tests.id(27), tests.id(5), 'products', '{"columns": "Name.Image"}');
-- Another administrator, who is the customer of the other tests.
update public.profiles set is_admin = true where id = tests.id(1);

select tests.act_as('customer');
select set_eq(
  'select id from public.list_views', 'values (tests.id(24)), (tests.id(25))',
  'another administrator reads every view, and the columns of no other person'
);
select is(tests.may('customer', 'update public.list_views set name = ''Mine now'''), false, 'and changes none of them');
select is(tests.may('customer', 'delete from public.list_views'), false, 'nor deletes one');
select is(
  tests.may('customer', 'insert into public.list_views (owner_id, list, name, settings) values (tests.id(2), ''products'', ''New'', ''{}'')'),
  false, 'nor saves one for another person'
);
select tests.act_as('sales');
select set_eq(
  'select id from public.list_views', 'values (tests.id(24)), (tests.id(25)), (tests.id(27))', 'sales read every view and the own columns'
);
select is(
  tests.may('sales', 'update public.list_views set name = ''Mine now'' where id = tests.id(24)'), false,
  'sales change no view of an administrator'
);
select is(
  tests.may('administrator', 'update public.list_views set name = ''Mine now'' where id = tests.id(25)'), false,
  'nor an administrator one of sales'
);
select is(
  tests.may('administrator', 'update public.list_views set owner_id = tests.id(5) where id = tests.id(24)'), false, 'a view is not given away'
);
select is(
  tests.may('administrator', 'update public.list_views set settings = ''{"sort": "oldest"}'' where id = tests.id(24)'), true,
  'the own one is changed'
);

select tests.act_as('owner');
update public.profiles set is_admin = false, is_sales = false;
select is_empty('select from public.list_views', 'views end with the access');
update public.profiles set is_admin = id = tests.id(2);
insert into public.list_views (id, owner_id, list, name, settings) values
  (tests.id(24), tests.id(2), 'products', 'Lamps', '{"search": "lamp"}'), (tests.id(26), tests.id(2), 'products', null, '{"columns": "Name"}');

-- Each person has one choice of columns a list, which another one replaces.
select tests.act_as('administrator');
select is(
  tests.stopped_by('insert into public.list_views (list, settings) values (''products'', ''{}'')'), 'list_views_name_unique',
  'there are not two choices of columns'
);
insert into public.list_views (list, name, settings) values ('products', null, '{"columns": "Image"}')
on conflict (owner_id, list, name) do update set settings = excluded.settings;
select results_eq(
  'select settings ->> ''columns'' from public.list_views where name is null', 'values (''Image'')',
  'another choice of columns takes the place of the one before'
);
select is(
  tests.stopped_by('insert into public.list_views (list, name, settings) values (''products'', ''Lamps'', ''{}'')'), 'list_views_name_unique',
  'no two views of a list have one name'
);
select is(
  tests.stopped_by('insert into public.list_views (list, name, settings) values (''leads'', ''Lamps'', ''{}'')'), null, 'those of two lists may'
);

select is(
  tests.stopped_by(format('insert into public.list_views (list, name, settings) values (''products'', ''X'', %L)', settings)), stopping,
  format('settings may %s %s', case when stopping is null then 'be' else 'not be' end, left(settings, 60))
)
from (values
  ('{}', null),
  ('{"search": "दीया", "size": "50", "doctor_type": "none"}', null),
  (format('{"search": "%s"}', repeat('x', 3900)), null),
  (format('{"search": "%s"}', repeat('x', 4000)), 'list_views_settings_shape'),
  ('[]', 'list_views_settings_shape'),
  ('"text"', 'list_views_settings_shape'),
  ('null', 'list_views_settings_shape'),
  ('{"size": 50}', 'list_views_settings_shape'),
  ('{"search": {"nested": "x"}}', 'list_views_settings_shape'),
  ('{"search": null}', 'list_views_settings_shape'),
  ('{"a-b": "x"}', 'list_views_settings_shape'),
  ('{"": "x"}', 'list_views_settings_shape')
) as cases (settings, stopping);
select is(
  tests.stopped_by(format('insert into public.list_views (list, name, settings) values (''products'', %L, ''{}'')', name)), stopping,
  format('the name "%s"', left(name, 20))
)
from (values
  ('', 'list_views_name_given'), (' Lamps', 'list_views_name_given'), (repeat('ä', 61), 'list_views_name_length'), (repeat('ä', 60), null)
) as cases (name, stopping);
select is(
  tests.stopped_by('insert into public.list_views (list, name, settings) values (''Products?'', ''X'', ''{}'')'), 'list_views_list_known',
  'a list is named as its table'
);

insert into public.list_views (list, name, settings) select 'themes', 'View ' || n, '{}' from generate_series(1, 99) as n;
select throws_ok(
  'insert into public.list_views (list, name, settings) values (''themes'', ''One too many'', ''{}'')', '23514',
  'You have 100 views. Delete some to save others.', 'a person has at most 100 views'
);
select throws_ok(
  'update public.list_views set name = ''One too many'' where name is null', '23514',
  'You have 100 views. Delete some to save others.', 'columns do not become one more'
);
select is(
  tests.stopped_by('update public.list_views set name = ''Other lamps'' where id = tests.id(24)'), null, 'the last of them may still be renamed'
);
select is(tests.stopped_by('insert into public.list_views (list, settings) values (''themes'', ''{}'')'), null, 'and columns chosen');

select tests.act_as('owner');
delete from auth.users where id = tests.id(2);
select is((select count(*) from public.list_views where owner_id = tests.id(2)), 0::bigint, 'a deleted account leaves none');

select * from finish();
rollback;
