-- Accounts and their profiles (product.md, sections 3 and 6).
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
  '22023', 'Leads can only be assigned to administrators and sales', 'and not to customers'
);
select is_empty('select * from public.people()', 'sales do not read who works in the back office');

-- Roles
select tests.act_as('administrator');
select results_eq(
  'select id, email, role, since is not null from public.people()',
  $$ values (tests.id(2), 'administrator@example.com', 'administrator', true), (tests.id(5), 'sales@example.com', 'sales', true) $$,
  'administrators read who works in the back office'
);
select tests.act_as('sales');
select public.save_absence((now() at time zone 'Asia/Kolkata')::date, tests.id(2));
select tests.act_as('administrator');
select results_eq(
  'select away_until is not null, deputy from public.people()', $$ values (false, null), (true, 'administrator@example.com') $$,
  'and who is away today, with the deputy'
);
select tests.act_as('owner');
update public.profiles set away_until = (now() at time zone 'Asia/Kolkata')::date - 1 where id = tests.id(5);
select tests.act_as('administrator');
select is_empty('select from public.people() where away_until is not null or deputy is not null', 'until the day after');
select tests.act_as('owner');
update public.profiles set away_until = null, deputy_id = null where id = tests.id(5);
select tests.act_as('administrator');
select throws_ok(
  format('select public.set_role(%L)', tests.id(2)), '22023', 'Only another administrator can change your role',
  'no administrator locks themselves out'
);
select throws_ok(
  format('select public.set_role(%L, ''administrator'')', tests.id(1)), 'PT404', 'This person no longer has access',
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
  'The last administrator cannot be revoked: appoint another one first', 'the last administrator stays one, for the owner of the site, too'
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
grant select on sent to anon, authenticated;
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
-- No caller finds one by a guess: no token, another's token, and what has ended.
select tests.act_as('anonymous');
select throws_ok(
  format('select public.accept_invitation(%L, ''a new password'')', guess), 'PT404', 'This invitation no longer works: each works once, within 7 days. Ask for a new one.',
  'a token that is none is answered like one that has ended: ' || guess
) from (values (''), ('invited@example.com'), ('%'), (repeat('0', 64))) as guesses (guess);
select is_empty('select * from public.open_invitation(repeat(''0'', 64))', 'nor does it read one');
select results_eq(
  'select opened.* from sent, public.open_invitation(token) as opened',
  $$ values ('invited@example.com', 'sales', 'administrator@example.com') $$, 'the token reads what it invites to'
);
select throws_ok(
  format('select public.accept_invitation(token, %L) from sent', password), '22023', reason, 'the new password has the length of every other'
) from (values
  ('short', 'Password should be at least 6 characters'), (null, 'Password should be at least 6 characters'),
  (repeat('é', 37), 'Password cannot be longer than 72 characters')
) as passwords (password, reason);
select tests.act_as('owner');
update private.invitations set expires_at = now() where true;
select throws_ok('select public.accept_invitation(token, ''a new password'') from sent', 'PT404', null, 'it expires');
select tests.act_as('administrator');
select public.invite('invited@example.com', 'sales');
select throws_ok('select public.accept_invitation(token, ''a new password'') from sent', 'PT404', null, 'and sent again, its former link ends');
select tests.act_as('owner');
select pg_temp.send_invitation();
-- A stranger was first: with a password, a session and a second factor of their own, and links that were sent.
update auth.users set
  encrypted_password = 'theirs', email_confirmed_at = now(), recovery_token = 'recovery', recovery_sent_at = now(),
  email_change = 'stranger@example.org', email_change_token_new = 'new address'
where id = tests.id(6);
insert into auth.sessions (id, user_id) values (tests.id(40), tests.id(6));
insert into auth.mfa_factors (id, user_id, factor_type, status) values (tests.id(41), tests.id(6), 'totp', 'verified');
select tests.act_as('anonymous');
select is((select public.accept_invitation(token, 'a new password', ' Asha Rao ') from sent), 'sales', 'the holder of the token accepts it, without an account');
select throws_ok('select public.accept_invitation(token, ''another one'') from sent', 'PT404', null, 'once');
select tests.act_as('owner');
select results_eq(
  'select name, is_sales, address_proven_at is not null from public.profiles where id = tests.id(6)',
  $$ values ('Asha Rao', true, true) $$, 'the account of the address has the role and the name, also one that a stranger made'
);
select is(
  (select encrypted_password = extensions.crypt('a new password', encrypted_password) from auth.users where id = tests.id(6)),
  true, 'and the new password'
);
select is(
  (select concat(recovery_token, email_change, email_change_token_new, email_change_token_current, reauthentication_token) from auth.users where id = tests.id(6)),
  '', 'no link that was sent before works'
);
select is_empty('select from auth.sessions where user_id = tests.id(6)', 'no earlier session lasts');
select is_empty('select from auth.mfa_factors where user_id = tests.id(6)', 'nor an earlier second factor');

-- An address without an account gets one.
select tests.act_as('administrator');
select public.invite('New.Hire@example.com', 'administrator');
select tests.act_as('owner');
select pg_temp.send_invitation();
select tests.act_as('anonymous');
select is((select public.accept_invitation(token, 'a new password') from sent), 'administrator', 'an address without an account gets one');
select tests.act_as('owner');
select results_eq(
  $$ select users.email::text, email_confirmed_at is not null, identities.provider from auth.users join auth.identities on identities.user_id = users.id
     where users.email = 'new.hire@example.com' $$,
  $$ values ('new.hire@example.com', true, 'email') $$, 'as a sign-up would make it'
);

-- A customer whose address was proven accepts in a session of their own, which stays; a later factor stays, too.
update public.profiles set address_proven_at = now() - interval '1 year' where id = tests.id(7);
select tests.act_as('administrator');
select public.invite('stranger@example.com', 'sales');
select tests.act_as('owner');
select pg_temp.send_invitation();
update private.invitations set expires_at = now() + interval '6 days' where true;
insert into auth.sessions (id, user_id) values (tests.id(42), tests.id(7)), (tests.id(43), tests.id(7));
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at) values
  (tests.id(44), tests.id(7), 'totp', 'verified', now() - interval '2 days'), (tests.id(45), tests.id(7), 'totp', 'unverified', now());
select pg_temp.act_as(tests.id(7));
select set_config('request.jwt.claims', json_build_object('sub', tests.id(7), 'role', 'authenticated', 'session_id', tests.id(42))::text, true);
select public.accept_invitation(token, 'a new password') from sent;
select tests.act_as('owner');
select results_eq('select id from auth.sessions where user_id = tests.id(7)', 'select tests.id(42)', 'every other session ends');
select results_eq('select id from auth.mfa_factors where user_id = tests.id(7)', 'select tests.id(45)', 'and every factor from before the invitation');

-- What a role has given ends with it.
select tests.act_as('administrator');
select public.invite('second@example.com', 'administrator');
select tests.act_as('owner');
create function pg_temp.what_a_role_brought(person uuid) returns text[] language sql as $$
  select array_agg(thing order by thing) from (
    select 'invitation ' || email from private.invitations where inviter_id = person or lower(email) = (select lower(email) from auth.users where id = person)
    union all select 'view ' || name from public.list_views where owner_id = person
    union all select 'calendar' from private.calendar_links where user_id = person
    union all select 'challenge' from auth.mfa_challenges join auth.mfa_factors on mfa_factors.id = factor_id where user_id = person
  ) as things (thing)
$$;
select set_eq(
  $$ select format('%s.%s', relname, attname) from pg_constraint join pg_class on pg_class.oid = conrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'auth.users'::regclass and connamespace in ('public'::regnamespace, 'private'::regnamespace) $$,
  array[
    'favourites.user_id', 'lead_events.actor_id', 'lead_handling.assigned_to', 'lead_handling.answered_by', 'leads.sender_id',
    'list_views.owner_id', 'profiles.id', 'invitations.inviter_id', 'quotations.owner_id', 'quotation_events.actor_id', 'order_events.actor_id', 'access_log.actor_id',
    'companies.owner_id', 'contacts.user_id', 'profiles.deputy_id', 'team_members.user_id', 'shared_baskets.user_id', 'delivery_places.user_id', 'quotation_links.colleague_id', 'calendar_links.user_id',
    'api_keys.made_by_id'
  ],
  'nothing else refers to a person: favourites and sent leads are a customer''s, an API key ends with its maker''s role, and what was done with leads and quotations, and who read them, is history'
);
update public.profiles set is_admin = true, is_sales = false where id = tests.id(5);
insert into public.list_views (owner_id, list, name, settings) values (tests.id(5), 'leads', 'Mine', '{}');
insert into private.calendar_links (user_id, hash) values (tests.id(5), 'a');
insert into private.invitations (email, role, invited_by, inviter_id, expires_at) values
  ('second@sales.example', 'administrator', 'sales@example.com', tests.id(5), now() + interval '7 days'),
  ('sales@example.com', 'sales', 'administrator@example.com', tests.id(2), now() + interval '7 days');
insert into auth.mfa_factors (id, user_id, factor_type, status) values (tests.id(46), tests.id(5), 'totp', 'unverified');
insert into auth.mfa_challenges (id, factor_id) values (tests.id(47), tests.id(46));
select tests.act_as('administrator');
select public.set_role(tests.id(5), 'sales');
select tests.act_as('owner');
select is(pg_temp.what_a_role_brought(tests.id(5)), '{calendar,"view Mine"}', 'sales keep no more of an administrator than their views and their calendar');
insert into auth.mfa_challenges (id, factor_id) values (tests.id(47), tests.id(46));
update public.profiles set is_sales = false where id = tests.id(5);
select is(pg_temp.what_a_role_brought(tests.id(5)), null, 'and a customer nothing, also by a statement of the owner');
select is(pg_temp.what_a_role_brought(tests.id(2)), '{calendar,"invitation second@example.com","view Lamps"}', 'what others have stays');
select is(tests.may('sales', 'insert into public.reply_templates (name, body) values (''Mine'', ''Hello'')'), false, 'templates of replies are written by the role alone');
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

-- One's own account: details, sessions, recovery codes
select tests.act_as('owner');
update public.profiles set is_admin = id = tests.id(2), is_sales = id = tests.id(5) where true;
delete from auth.mfa_factors where true;
insert into auth.sessions (id, user_id, user_agent, aal) values
  (tests.id(50), tests.id(5), 'Phone', 'aal1'), (tests.id(51), tests.id(5), 'Laptop', 'aal1'), (tests.id(52), tests.id(2), 'Laptop', 'aal1');
create function pg_temp.act_in(actor text, session uuid) returns void language plpgsql as $$
begin
  perform tests.act_as(actor);
  perform set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || jsonb_build_object('session_id', session))::text, true);
end
$$;
select pg_temp.act_in('sales', tests.id(50));
select lives_ok($$ select public.save_account(' Asha Rao ', '', E'Asha\nMeridian Gifts') $$, 'a person of the back office saves a name and a signature');
select is(
  (select public.my_account() - 'sessions'),
  jsonb_build_object('name', 'Asha Rao', 'telephone', null, 'signature', E'Asha\nMeridian Gifts', 'recovery_codes', null, 'away_until', null, 'deputy_id', null, 'digest_hour', 9, 'digest_days', 5, 'calendar_since', null),
  'and reads them, without blanks around them'
);
select set_eq(
  $$ select session ->> 'device', (session ->> 'is_current')::boolean from jsonb_array_elements(public.my_account() -> 'sessions') as session $$,
  $$ values ('Phone', true), ('Laptop', false) $$, 'and their own sessions, of which one is present'
);
select throws_ok(format('select public.save_account(%L, null, null)', repeat('a', 201)), '23514', null, 'a name has the length of every other');
select results_eq(
  'select email, name from public.administrators()', $$ values ('administrator@example.com', null), ('sales@example.com', 'Asha Rao') $$,
  'the team reads each other''s names'
);
select public.end_session(tests.id(number)) from unnest(array[51, 52]) as number;
select tests.act_as('owner');
select set_eq(
  'select id from auth.sessions where user_id in (tests.id(2), tests.id(5))', 'values (tests.id(50)), (tests.id(52))',
  'they end sessions of their own, and no others'
);
select pg_temp.act_in('sales', tests.id(50));
select is((select public.make_recovery_codes()), '{}', 'without a second factor there are no recovery codes');
select tests.act_as('owner');
insert into auth.mfa_factors (id, user_id, factor_type, status) values (tests.id(55), tests.id(5), 'totp', 'verified');
insert into auth.sessions (id, user_id, aal) values (tests.id(53), tests.id(5), 'aal1');
create temporary table codes (number integer generated always as identity, code text);
grant insert, select on codes to authenticated;
select tests.act_as('sales with a code');
insert into codes (code) select unnest(public.make_recovery_codes());
insert into codes (code) select unnest(public.make_recovery_codes());
select is((select count(distinct code)::integer from codes where code ~ '^[0-9a-f]{16}$'), 20, 'ten codes of sixteen signs are made, and made anew');
select is((select (public.my_account() ->> 'recovery_codes')::integer), 10, 'the former ones end');
select tests.act_as('owner');
select is_empty($$ select from private.recovery_codes, codes where code_hash::text like '%' || code || '%' $$, 'no code is stored');
select pg_temp.act_in('sales', tests.id(53));
select throws_ok('select public.make_recovery_codes()', '42501', null, 'the password alone makes no codes');
select is((select public.pass_recovery_code(code) from codes where number = 1), false, 'a former code passes nothing');
select is((select public.pass_recovery_code('')), false, 'nor does none');
select is(
  (select public.pass_recovery_code(upper(substr(code, 1, 8)) || '- ' || substr(code, 9)) from codes where number = 20), true,
  'a code passes the second factor however it is typed'
);
select is((select public.pass_recovery_code(code) from codes where number = 20), false, 'once');
select tests.act_as('owner');
select set_eq(
  'select id, aal::text from auth.sessions where user_id = tests.id(5)', $$ values (tests.id(50), 'aal1'), (tests.id(53), 'aal2') $$,
  'of this session alone'
);
select is((select authentication_method::text from auth.mfa_amr_claims where session_id = tests.id(53)), 'totp', 'which Auth counts as two steps');
select pg_temp.act_in('administrator', tests.id(52));
select is((select public.pass_recovery_code(code) from codes where number = 19), false, 'a code passes no other account');

-- A lost second factor
select throws_ok(
  format('select public.remove_second_factor(%L)', tests.id(2)), '22023', 'Only another administrator can remove your second factor',
  'no administrator removes their own factor without it'
);
select public.remove_second_factor(person) from unnest(array[tests.id(5), tests.id(5), tests.id(1)]) as person;
select results_eq(
  'select email, has_second_factor, factor_removed_at is not null, factor_removed_by from public.people()',
  $$ values ('administrator@example.com', false, false, null), ('sales@example.com', false, true, 'administrator@example.com') $$,
  'an administrator removes another''s, which is noted'
);
select tests.act_as('owner');
select is_empty('select from auth.sessions where user_id = tests.id(5)', 'the sessions end with it');
select is_empty('select from private.recovery_codes', 'and the recovery codes');
select results_eq(
  $$ select recipient from public.outbox where kind = 'factor_removed' $$, $$ values ('sales@example.com') $$, 'and the person gets one e-mail'
);

select * from finish();
rollback;
