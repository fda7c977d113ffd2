-- Accounts and their profiles (specification, sections 3 and 6).
begin;
select no_plan();
select tests.set_up();

select results_eq(
  'select id, is_admin from public.profiles order by id', 'values (tests.id(1), false), (tests.id(2), true)',
  'a new account has a profile'
);
insert into auth.users (id, email, raw_user_meta_data) values (tests.id(3), 'mallory@example.com', '{"is_admin": true, "role": "admin"}');
select is(
  (select is_admin from public.profiles where id = tests.id(3)), false, 'and is no administrator, whatever it says of itself at sign-up'
);
update auth.users set raw_user_meta_data = '{"is_admin": true}', raw_app_meta_data = '{"is_admin": true}' where id = tests.id(1);
select tests.act_as('customer');
select is((select private.is_admin()), false, 'nor by what it writes into its account later');

select tests.act_as('administrator');
select is((select private.is_admin()), true, 'an administrator is one');
select tests.act_as('anonymous');
select is((select private.is_admin()), false, 'a visitor is none');

-- The sign-up itself runs as another role on a hosted project, without any right on profiles.
select tests.act_as('owner');
do $$
begin
  -- The tests' server makes it, where the owner of the database may not.
  if not exists (select from pg_roles where rolname = 'sign_up_service') then
    create role sign_up_service;
  end if;
end
$$;
grant usage on schema auth, tests to sign_up_service;
grant insert, select on auth.users to sign_up_service;
set local role sign_up_service;
insert into auth.users (id, email) values (tests.id(4), 'new@example.com');
select tests.act_as('owner');
select is((select is_admin from public.profiles where id = tests.id(4)), false, 'an account inserted by any role gets a profile');

select * from finish();
rollback;
