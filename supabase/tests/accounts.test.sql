-- Accounts and their profiles (specification, sections 3 and 6).
begin;
select no_plan();
select tests.set_up();

select results_eq(
  'select id, is_admin from public.profiles order by id', 'values (tests.id(1), false), (tests.id(2), true), (tests.id(5), false)',
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

select is((select private.is_staff()), false, 'nor does a visitor work in the back office');
select tests.act_as('customer');
select is((select private.is_staff()), false, 'nor a customer');
select tests.act_as('sales');
select is(array[(select private.is_staff()), (select private.is_admin())], array[true, false], 'sales do, and are no administrators');

-- Sales read the whole catalogue and assign leads; no role reads the addresses of customers.
select is((select count(*)::integer from public.products), 3, 'sales read products that the catalogue does not show');
select results_eq(
  'select email from public.administrators()', $$ values ('administrator@example.com'), ('sales@example.com') $$,
  'leads are assigned to administrators and sales'
);
select public.handle_lead(tests.id(18), 'assigned', tests.id(5)::text);
select is((select assigned_email from public.lead_handling where lead_id = tests.id(18)), 'sales@example.com', 'as sales do themselves');
select throws_ok(
  format('select public.handle_lead(%L, ''assigned'', %L)', tests.id(18), tests.id(1)),
  '22023', 'Leads are assigned to administrators and sales', 'and not to customers'
);
select is_empty('select * from public.people()', 'sales do not read who works in the back office');

-- Roles
select tests.act_as('administrator');
select results_eq(
  'select id, email, role, since is not null from public.people()',
  $$ values (tests.id(2), 'administrator@example.com', 'administrator', true), (tests.id(5), 'sales@example.com', 'sales', true) $$,
  'administrators read who works in the back office'
);
select throws_ok(
  format('select public.set_role(%L)', tests.id(2)), '22023', 'Another administrator changes your own role',
  'no administrator locks themselves out'
);
select throws_ok(
  format('select public.set_role(%L, ''administrator'')', tests.id(1)), 'PT404', 'This person has no access any more',
  'a customer gets no role by an id'
);
select throws_ok(
  format('select public.set_role(%L, ''owner'')', tests.id(5)), '22023', 'A role is administrator or sales', 'there are two roles'
);
select public.set_role(tests.id(5), 'administrator');
select is((select string_agg(role, ' ') from public.people()), 'administrator administrator', 'a role is changed');
select public.set_role(tests.id(5));
select is((select count(*)::integer from public.people()), 1, 'and revoked');
select tests.act_as('sales');
select is((select private.is_staff()), false, 'at once');
select tests.act_as('owner');
select throws_ok(
  format('select private.assign_role(%L, ''sales'')', tests.id(2)), '23514',
  'The last administrator cannot be revoked: make another one first', 'the last administrator stays one, for the owner of the site, too'
);
select lives_ok(format('select private.assign_role(%L, null)', tests.id(1)), 'what is no administrator is not the last one');

-- Invitations
insert into auth.users (id, email, email_confirmed_at) values
  (tests.id(6), 'Invited@Example.com', null), (tests.id(7), 'stranger@example.com', now());
create function pg_temp.act_as(account uuid) returns void language plpgsql as $$
begin
  perform tests.act_as('customer');
  perform set_config('request.jwt.claim.sub', account::text, true);
  perform set_config('request.jwt.claims', json_build_object('sub', account, 'role', 'authenticated')::text, true);
end
$$;
create temporary table sent (token text);
grant select on sent to authenticated;
create function pg_temp.send_invitation() returns jsonb language plpgsql as $$
declare
  mail jsonb;
begin
  select value into mail from jsonb_array_elements(public.claim_mails(100)) where value ->> 'kind' = 'invitation';
  delete from sent where true;
  insert into sent values (mail #>> '{invitation,token}');
  return mail;
end
$$;
select tests.act_as('administrator');
select lives_ok($$ select public.invite(' invited@example.com ', 'sales') $$, 'administrators invite by e-mail');
select results_eq(
  'select email, role, invited_by, expires_at = now() + interval ''7 days'', mail_state from public.invitations()',
  $$ values ('invited@example.com', 'sales', 'administrator@example.com', true, 'queued') $$, 'and read who is invited'
);
select is_empty('select from public.outbox where kind = ''invitation''', 'no role reads the e-mail');
select throws_ok($$ select public.invite('nobody', 'sales') $$, '22023', 'This is not an e-mail address', 'an address is one');
select throws_ok($$ select public.invite('a@b.example', 'owner') $$, '22023', 'A role is administrator or sales', 'a role is one');
select throws_ok(
  $$ select public.invite('ADMINISTRATOR@example.com', 'sales') $$, '22023', 'This person has access already: change the role in the list',
  'no account is invited to a lesser role'
);
select tests.act_as('owner');
select is(
  (select jsonb_build_object('to', mail -> 'to', 'lead', mail -> 'lead', 'role', mail #> '{invitation,role}') from pg_temp.send_invitation() as mail),
  '{"to": "invited@example.com", "lead": null, "role": "sales"}', 'the e-mail of an invitation is sent as others are'
);
select is((select count(*)::integer from private.invitations, sent where token_hash::text like '%' || token || '%'), 0, 'the token is not stored');
-- No caller finds one by asking: no token, another's token, and what has ended.
select pg_temp.act_as(tests.id(7));
select throws_ok(
  format('select public.accept_invitation(%L)', guess), 'PT404', 'This invitation has ended: it works once, for 7 days. Ask for a new one.',
  'a token that is none is answered like one that has ended: ' || guess
) from (values (''), ('invited@example.com'), ('%'), (repeat('0', 64))) as guesses (guess);
select throws_ok(
  'select public.accept_invitation(token) from sent', '22023',
  'This invitation is for another e-mail address: sign in with the one that it was sent to.', 'another account does not take it'
);
select is_empty('select * from public.invitations()', 'and reads none');
select pg_temp.act_as(tests.id(6));
select throws_ok(
  'select public.accept_invitation(token) from sent', '22023',
  'Confirm your e-mail address first: open the link in the e-mail that you were sent.', 'nor an address that is not confirmed'
);
select is((select private.is_staff()), false, 'an invitation alone gives no role');
select tests.act_as('owner');
update auth.users set email_confirmed_at = now() where id = tests.id(6);
update private.invitations set expires_at = now() where true;
select pg_temp.act_as(tests.id(6));
select throws_ok('select public.accept_invitation(token) from sent', 'PT404', null, 'it expires');
select tests.act_as('administrator');
select public.invite('invited@example.com', 'sales');
select pg_temp.act_as(tests.id(6));
select throws_ok('select public.accept_invitation(token) from sent', 'PT404', null, 'and sent again, its former link ends');
select tests.act_as('owner');
select pg_temp.send_invitation();
select pg_temp.act_as(tests.id(6));
select is((select public.accept_invitation(token) from sent), 'sales', 'the confirmed account of the address accepts it');
select is((select private.is_staff()), true, 'and has the role');
select throws_ok('select public.accept_invitation(token) from sent', 'PT404', null, 'once');
select tests.act_as('administrator');
select public.invite('other@example.com', 'administrator');
select public.revoke_invitation(id) from public.invitations();
select is_empty('select * from public.invitations()', 'an invitation is revoked');
select tests.act_as('owner');
select is_empty('select from public.outbox where kind = ''invitation''', 'with its e-mail');

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
select is((select is_admin or is_sales from public.profiles where id = tests.id(4)), false, 'an account inserted by any role gets a profile');

select * from finish();
rollback;
