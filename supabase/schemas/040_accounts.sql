-- Accounts, their roles, and invitations. Rights come from profiles.is_admin (product.md, section 6) and, beyond it,
-- is_sales. Policies read them through functions that see the table whatever the caller may see.

-- Whether the caller's session has passed the second factor of its account, where there is one: Auth states that as the
-- level `aal2` in the token. A caller who knows only the password of such an account has none of its rights in the back office.
create function private.has_required_aal() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' or not exists (
    select from auth.mfa_factors where mfa_factors.user_id = (select auth.uid()) and mfa_factors.status = 'verified'
  )
$$;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_required_aal() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and profiles.is_admin
  )
$$;

-- Whether the caller works in the back office: an administrator or sales.
create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_required_aal() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and (profiles.is_admin or profiles.is_sales)
  )
$$;

-- Creates the profile of a new account. An account that is made with a confirmed address, without a link that was sent, has
-- proven nothing.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, address_proven_at, notice_version, notice_at)
  select new.id, case when new.confirmation_sent_at is not null then new.email_confirmed_at end, version, case when version is not null then now() end
  from (select substring(new.raw_user_meta_data ->> 'notice_version' from '^[0-9]{1,6}$')::integer as version) as notice on conflict (id) do nothing;
  return null;
end
$$;
create trigger create_profile after insert on auth.users for each row execute function private.create_profile();

-- Ends an account's sessions but one, its factors from before a time, and the links that were sent for it. A hosted project
-- stores the tokens of links in a table of their own, too.
create function private.end_credentials(account uuid, factors_before timestamptz, kept_session uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  tokens constant regclass := to_regclass('auth.one_time_tokens');
begin
  delete from auth.sessions where user_id = account and id is distinct from kept_session;
  delete from auth.mfa_factors where user_id = account and created_at <= factors_before;
  if tokens is not null then
    execute format('delete from %s where user_id = $1', tokens) using account;
  end if;
end
$$;

-- The first proof of an account's address ends what was set up before it; a link other than the confirmation of its sign-up
-- ends the password, too, which may be another person's. A link has been used when its token is gone, but not its time.
create function private.prove_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_moved constant boolean := lower(new.email) is distinct from lower(old.email);
  is_linked constant boolean := coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = ''
    and new.recovery_sent_at is not null and new.encrypted_password is not distinct from old.encrypted_password;
  is_confirmed constant boolean := old.email_confirmed_at is null and new.email_confirmed_at is not null;
begin
  if not (is_moved or is_linked or is_confirmed) then
    return new;
  end if;
  update public.profiles set address_proven_at = now() where id = new.id and (is_moved or address_proven_at is null);
  if not found then
    return new;
  end if;
  perform private.end_credentials(new.id, now());
  if is_moved or is_linked then
    new.encrypted_password := null;
  end if;
  if is_moved then
    delete from public.outbox where kind = 'digest' and recipient = old.email;
  end if;
  -- Empty, as Auth has them.
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.reauthentication_token := '';
  return new;
end
$$;
create trigger prove_address before update of email, email_confirmed_at, recovery_token on auth.users
for each row execute function private.prove_address();

-- The first digest of a person comes on the day after. The right to see margins ends with the role.
create function private.set_role_since() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.is_admin, new.is_sales) is distinct from (old.is_admin, old.is_sales) then
    new.role_since := now();
    new.digest_on := (now() at time zone 'Asia/Kolkata')::date;
    new.sees_margin := new.sees_margin and (new.is_admin or new.is_sales);
  end if;
  return new;
end
$$;
create trigger set_role_since before update of is_admin, is_sales on public.profiles
for each row execute function private.set_role_since();

-- Gives an account a role (administrator, sales), or takes it with null. The last administrator stays one: no account could
-- give the role again. One after the other, so that two who revoke each other do not both succeed.
create function private.assign_role(account uuid, role text) returns void
language plpgsql set search_path = '' as $$
declare
  was_admin boolean;
begin
  perform private.require(role in ('administrator', 'sales') is not false, 'A role is administrator or sales', '22023');
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select is_admin into was_admin from public.profiles where id = account;
  update public.profiles
  set is_admin = assign_role.role is not distinct from 'administrator', is_sales = assign_role.role is not distinct from 'sales'
  where id = account;
  -- The first administrator is notified of new leads, until Site Settings say otherwise.
  insert into public.site_settings (notice_emails)
  select array[users.email] from auth.users
  where users.id = account and assign_role.role = 'administrator' and private.is_email_address(users.email)
    and not exists (select from public.site_settings)
    and not exists (select from public.profiles where profiles.is_admin and profiles.id <> account);
  perform private.require(was_admin is not true or exists (
    select from public.profiles join auth.users on users.id = profiles.id where profiles.is_admin and users.deleted_at is null
  ), 'The last administrator cannot be revoked: appoint another one first', '23514');
end
$$;

create function private.set_role(person uuid, role text default null, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the caller's own role is read: another administrator may be revoking it.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(person is distinct from auth.uid(), 'Only another administrator can change your role', '22023');
  perform from public.profiles where id = person and (is_admin or is_sales);
  perform private.require(found, 'This person no longer has access', 'PT404');
  if successor is not null then
    perform from public.profiles where id = successor and id <> person and (is_admin or is_sales);
    perform private.require(found, 'Leads can only be handed over to administrators and sales', '22023');
    perform private.hand_over(person, successor);
  end if;
  perform private.assign_role(person, role);
end
$$;
select private.expose('set_role',
  'Changes the role of a person of the back office to administrator or sales; null revokes it, and hands the open leads to a successor, else to no one. For administrators, and of others than the caller: so the last administrator stays one.');

-- How a person of the back office is named to others.
create function private.display_name(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(profiles.name || ' (' || users.email || ')', users.email)
  from auth.users left join public.profiles on profiles.id = users.id where users.id = account
$$;

create function private.people() returns table (
  id uuid, email text, name text, role text, since timestamptz, last_sign_in_at timestamptz, has_second_factor boolean,
  telephone text, factor_removed_at timestamptz, factor_removed_by text, sees_margin boolean, away_until date, deputy text
)
language sql stable security definer set search_path = '' as $$
  select
    users.id, users.email::text, profiles.name, case when profiles.is_admin then 'administrator' else 'sales' end,
    coalesce(profiles.role_since, profiles.created_at), users.last_sign_in_at,
    exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'),
    profiles.telephone, removal.changed_at, private.display_name(removal.actor_id), profiles.is_admin or profiles.sees_margin,
    current.away_until, case when current.away_until is not null then private.display_name(profiles.deputy_id) end
  from public.profiles join auth.users on users.id = profiles.id
  left join lateral (
    select changed_at, actor_id from public.record_history where entity = 'profiles' and record_id = users.id order by number desc limit 1
  ) as removal on true
  left join lateral (
    select profiles.away_until where profiles.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ) as current on true
  where (profiles.is_admin or profiles.is_sales) and users.deleted_at is null and (select private.is_admin())
  order by users.email
$$;
select private.expose('people',
  'Who works in the back office, by e-mail address: name, telephone, role (administrator, sales) and since when, whether signing in takes a second factor, when and by whom a lost one was removed, whether margins are shown, until when they are away, and the deputy. Empty for anyone but administrators.');

-- The API reads none of it. The e-mail has a token, of which the database has only the hash: who has the token has read that
-- e-mail, and so owns the address.
create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invitations_email_form check (private.is_email_address(email)),
  role text not null constraint invitations_role_known check (role in ('administrator', 'sales')),
  invited_by text not null,
  expires_at timestamptz not null,
  token_hash bytea,
  inviter_id uuid references auth.users (id) on delete cascade
);
comment on table private.invitations is 'Open invitations to the back office: one for an e-mail address, for seven days.';
create unique index invitations_email_unique on private.invitations (lower(email));
create unique index invitations_token_unique on private.invitations (token_hash);
create index invitations_of_inviter on private.invitations (inviter_id);

-- Ends what a lost role has given, also when the owner's SQL takes it: the person's API keys, the invitations that the person sent, which
-- could give the role to another address of theirs, begun checks of a second factor and, without any role, the person's views, calendar
-- feed and open leads. A change of role also ends an open invitation of the address, which would give back a role that is taken later.
create function private.end_former_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where lower(email) = (select lower(users.email) from auth.users where users.id = new.id);
  if not (new.is_admin or new.is_sales) then
    perform private.hand_over(new.id, null);
    delete from private.calendar_links where user_id = new.id;
    delete from public.outbox where kind = 'digest' and recipient = (select users.email from auth.users where users.id = new.id);
  end if;
  if old.is_admin and not new.is_admin or not (new.is_admin or new.is_sales) then
    delete from private.invitations where inviter_id = new.id;
    with ended as (
      update private.api_keys set revoked_at = now(), revoked_by = made_by where made_by_id = new.id and revoked_at is null returning id
    )
    insert into public.record_history (entity, record_id, actor_id, kind) select 'api_keys', ended.id, auth.uid(), 'deleted' from ended;
    delete from auth.mfa_challenges using auth.mfa_factors where mfa_factors.id = factor_id and mfa_factors.user_id = new.id;
    delete from public.list_views where owner_id = new.id and not (new.is_admin or new.is_sales);
  end if;
  return null;
end
$$;
create trigger end_former_role after update of is_admin, is_sales on public.profiles
for each row when ((old.is_admin, old.is_sales) is distinct from (new.is_admin, new.is_sales))
execute function private.end_former_role();

create function private.invite(email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := private.trimmed(invite.email);
  invited uuid;
begin
  -- Before the caller's own role is read: it may be taken meanwhile, with the caller's invitations.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(private.is_email_address(address), 'This is not an e-mail address', '22023');
  perform private.require(invite.role in ('administrator', 'sales'), 'A role is administrator or sales', '22023');
  perform from public.profiles join auth.users on users.id = profiles.id
  where (profiles.is_admin or profiles.is_sales) and lower(users.email) = lower(address);
  perform private.require(not found, 'This person has access already: change the role in the list', '22023');
  perform from private.invitations where lower(email) <> lower(address) offset 49;
  perform private.require(not found, 'You can have at most 50 open invitations: revoke one first', '22023');
  insert into private.invitations as invitation (email, role, invited_by, inviter_id, expires_at)
  values (address, invite.role, private.display_name(auth.uid()), auth.uid(), now() + interval '7 days')
  on conflict (lower(email)) do update set
    role = excluded.role, invited_by = excluded.invited_by, inviter_id = excluded.inviter_id, expires_at = excluded.expires_at, token_hash = null
  returning id into invited;
  insert into public.outbox as mail (invitation_id, kind, recipient) values (invited, 'invitation', address)
  on conflict (invitation_id) do update set state = 'queued', attempts = 0, next_attempt_at = now(), last_error = null;
  return invited;
end
$$;
select private.expose('invite',
  'Invites a person by e-mail to the back office, as administrator or sales; of an address that was invited before the former link ends. For administrators.');

create function private.invitations()
returns table (id uuid, email text, role text, invited_by text, expires_at timestamptz, mail_state text, mail_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_admin() then
    return query
    select
      invitation.id, invitation.email, invitation.role, invitation.invited_by, invitation.expires_at, mail.state, mail.last_error
    from private.invitations as invitation left join public.outbox as mail on mail.invitation_id = invitation.id
    order by invitation.email;
  end if;
end
$$;
select private.expose('invitations',
  'Who is invited and has not accepted, by e-mail address, with the state of the e-mail. Empty for anyone but administrators.');

create function private.revoke_invitation(invitation uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can manage people');
  delete from private.invitations where id = invitation
$$;
select private.expose('revoke_invitation', 'Ends an invitation: its link no longer works. For administrators.');

-- What the e-mail says, with a new token for its link; the link of an earlier e-mail ends.
create function private.renew_invitation(invitation uuid) returns jsonb
language sql security definer set search_path = '' as $$
  with fresh as materialized (select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') as token)
  update private.invitations set token_hash = sha256(convert_to(token, 'UTF8')) from fresh where id = invitation
  returning jsonb_build_object('token', token, 'role', role, 'invited_by', invited_by, 'expires_at', expires_at)
$$;

create extension if not exists pgcrypto with schema extensions;

-- A password as Auth stores it: bcrypt of cost 10. A project may have pgcrypto already, in another schema than ours.
create function private.password_hash(password text) returns text
language plpgsql set search_path = '' as $$
declare
  crypto constant name := (
    select nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pgcrypto'
  );
  hashed text;
begin
  execute format('select %1$I.crypt($1, %1$I.gen_salt(''bf'', 10))', crypto) into hashed using password;
  return hashed;
end
$$;

-- Creates the account of an address, as Auth would, without a password.
create function private.create_account(address text) returns uuid
language plpgsql set search_path = '' as $$
declare
  account constant uuid := gen_random_uuid();
  about constant jsonb := jsonb_build_object('sub', account, 'email', lower(address), 'email_verified', true, 'phone_verified', false);
  instance name;
begin
  insert into auth.users (
    id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    confirmation_token, recovery_token, email_change, email_change_token_new
  ) values (
    account, 'authenticated', 'authenticated', lower(address), '{"provider": "email", "providers": ["email"]}', about, now(), now(),
    '', '', '', ''
  );
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
  values (gen_random_uuid(), 'email', account::text, account, about, now(), now());
  -- A hosted project finds accounts by it.
  select attname into instance from pg_attribute where attrelid = 'auth.users'::regclass and attname = 'instance_id';
  if instance is not null then
    execute format('update auth.users set %I = $1 where id = $2', instance) using '00000000-0000-0000-0000-000000000000'::uuid, account;
  end if;
  return account;
end
$$;

create function private.open_invitation(token text) returns table (email text, role text, invited_by text)
language sql stable security definer set search_path = '' as $$
  select invitation.email, invitation.role, invitation.invited_by from private.invitations as invitation
  where invitation.token_hash = sha256(convert_to(open_invitation.token, 'UTF8')) and invitation.expires_at > now()
$$;
select private.expose('open_invitation',
  'What the holder of an invitation''s token is invited to, {"email", "role", "invited_by"}; nothing for any other token.');

create function private.accept_invitation(token text, new_password text, name text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  accepted private.invitations;
  account record;
  -- The session that accepts, if the proof of the account's address came before it.
  own_session uuid;
begin
  perform private.require(char_length(new_password) >= 6, 'Password should be at least 6 characters', '22023');
  perform private.require(octet_length(new_password) <= 72, 'Password cannot be longer than 72 characters', '22023');
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select * into accepted from private.invitations
  where token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')) and expires_at > now();
  select users.id, profiles.address_proven_at as proven_at, profiles.is_admin or profiles.is_sales as has_role into account
  from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(accepted.email) and not users.is_sso_user and users.deleted_at is null;
  perform private.require(
    accepted.id is not null and account.has_role is not true,
    'This invitation no longer works: each works once, within 7 days. Ask for a new one.', 'PT404'
  );
  if account.id is null then
    account.id := private.create_account(accepted.email);
  end if;
  select sessions.id into own_session from auth.sessions
  where sessions.id::text = auth.jwt() ->> 'session_id' and sessions.user_id = account.id and sessions.created_at > account.proven_at;
  perform private.end_credentials(
    account.id, case when account.proven_at is null then now() else accepted.expires_at - interval '7 days' end, own_session
  );
  update public.profiles
  set address_proven_at = coalesce(address_proven_at, now()), name = coalesce(nullif(private.trimmed(accept_invitation.name), ''), profiles.name)
  where id = account.id;
  update auth.users set
    encrypted_password = private.password_hash(new_password), email_confirmed_at = coalesce(email_confirmed_at, now()),
    confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '', email_change_token_current = '',
    reauthentication_token = '', updated_at = now()
  where id = account.id;
  perform private.assign_role(account.id, accepted.role);
  return accepted.role;
end
$$;
select private.expose('accept_invitation',
  'Gives the account of the invited address the role of the invitation with this token, and the new password; an address without an account gets one. Ends its other sessions and earlier second factors. An unknown token and an ended invitation are answered alike.');

-- Codes in place of those of a lost authenticator app. They end with their factor.
create table private.recovery_codes (
  factor_id uuid references auth.mfa_factors (id) on delete cascade,
  code_hash bytea,
  primary key (factor_id, code_hash)
);
comment on table private.recovery_codes is 'The unused recovery codes of second factors, of which only the hashes are stored.';

create function private.recovery_code_hash(code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(lower(regexp_replace(code, '[^[:alnum:]]', '', 'g')), 'UTF8'))
$$;

create table private.calendar_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  hash text not null constraint calendar_links_hash_once unique,
  made_at timestamptz not null default now()
);
comment on table private.calendar_links is 'The address of the calendar feed of each person, of whose token only the hash is stored.';

create function private.my_account() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', profiles.name, 'telephone', profiles.telephone, 'signature', profiles.signature,
    'away_until', profiles.away_until, 'deputy_id', profiles.deputy_id, 'digest_hour', digest_hour, 'digest_days', digest_days,
    'calendar_since', (select made_at from private.calendar_links where user_id = profiles.id),
    'recovery_codes', (
      select count(code_hash) from auth.mfa_factors left join private.recovery_codes on factor_id = mfa_factors.id
      where user_id = profiles.id and status = 'verified' having count(distinct mfa_factors.id) > 0
    ),
    'sessions', (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'device', user_agent, 'used_at', updated_at, 'is_current', id::text = auth.jwt() ->> 'session_id'
      ) order by updated_at desc)
      from auth.sessions where user_id = profiles.id
    )
  ) from public.profiles where id = (select auth.uid()) and (select private.is_staff())
$$;
select private.expose('my_account',
  'The caller''s own account: {"name", "telephone", "signature", "away_until", "deputy_id", "digest_hour", "digest_days", "calendar_since", "recovery_codes": how many are left, null without a second factor, "sessions": [{"id", "device", "used_at", "is_current"}]}. Null for others than staff.');

create function private.save_account(name text, telephone text, signature text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can change account details');
  update public.profiles as profile set
    name = nullif(private.trimmed(name), ''), telephone = nullif(private.trimmed(telephone), ''),
    signature = nullif(private.trimmed(signature), '')
  where profile.id = auth.uid();
end
$$;
select private.expose('save_account', 'Saves the caller''s own name, telephone number and signature of replies. For administrators and sales.');

create function private.save_absence(away_until date, deputy uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can enter an absence');
  perform private.require(
    deputy is null or deputy <> auth.uid() and exists (select from public.profiles where id = deputy and (is_admin or is_sales)),
    'Choose another person of the back office as deputy', '22023'
  );
  perform private.require(away_until is null or deputy is not null, 'Choose a deputy', '22023');
  update public.profiles as profile set away_until = away_until, deputy_id = deputy where profile.id = auth.uid();
end
$$;
select private.expose('save_absence', 'Saves until which day the caller is away, null for not, and who gets the e-mails meanwhile. For administrators and sales.');

create function private.save_digest(hour integer, days integer) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales have a digest');
  select private.require(hour between 0 and 23 is not false and days between 5 and 7, 'Choose an hour of the day, and 5, 6 or 7 days', '22023');
  update public.profiles set digest_hour = hour, digest_days = days where id = auth.uid()
$$;
select private.expose('save_digest',
  'Saves at which hour in India the caller gets the daily digest, null for none, and on how many days from Monday. For administrators and sales.');

-- Who does a person's work today: the deputy while the person is away and both are on the staff.
create function private.acting_for(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive deputies as (
    select person as id, 0 as step
    union all
    select deputy.id, step + 1
    from deputies join public.profiles as away using (id)
    join public.profiles as deputy on deputy.id = away.deputy_id and (deputy.is_admin or deputy.is_sales)
    where away.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ) cycle id set is_circle using path
  select id from deputies where not is_circle order by step desc limit 1
$$;

create function private.end_session(session uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales can end single sessions');
  delete from auth.sessions where id = session and user_id = auth.uid()
$$;
select private.expose('end_session', 'Ends one of the caller''s own sessions. For administrators and sales.');

create function private.make_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  factor constant uuid := (select id from auth.mfa_factors where user_id = auth.uid() and status = 'verified' limit 1);
  codes constant text[] := array(
    select substr(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 1, 16) from generate_series(1, 10) where factor is not null
  );
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have recovery codes');
  delete from private.recovery_codes where factor_id = factor;
  insert into private.recovery_codes select factor, private.recovery_code_hash(code) from unnest(codes) as code;
  return codes;
end
$$;
select private.expose('make_recovery_codes',
  'Ten new codes of 64 random bits, each of which passes the caller''s second factor once, in place of those before. None without a second factor.');

-- A session of `aal2` is what Auth counts by the method `totp`.
create function private.pass_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  own_session constant uuid := (
    select id from auth.sessions where id::text = auth.jwt() ->> 'session_id' and user_id = auth.uid()
  );
begin
  delete from private.recovery_codes using auth.mfa_factors
  where id = factor_id and user_id = auth.uid() and own_session is not null
    and code_hash = private.recovery_code_hash(pass_recovery_code.code);
  if not found then
    return false;
  end if;
  update auth.sessions set aal = 'aal2' where id = own_session;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), own_session, now(), now(), 'totp')
  on conflict (session_id, authentication_method) do update set updated_at = now();
  return true;
end
$$;
select private.expose('pass_recovery_code',
  'Uses up one of the account''s recovery codes: the next refresh makes the caller''s session one that has passed the second factor. False for any other code.');

create function private.remove_second_factor(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(person is distinct from auth.uid(), 'Only another administrator can remove your second factor', '22023');
  delete from auth.mfa_factors using public.profiles
  where user_id = person and profiles.id = person and (is_admin or is_sales);
  if found then
    delete from auth.sessions where user_id = person;
    insert into public.record_history (entity, record_id, actor_id, kind, before)
    values ('profiles', person, auth.uid(), 'changed', '{"has_second_factor": true}');
    insert into public.outbox (kind, recipient) select 'factor_removed', email from auth.users where id = person;
  end if;
end
$$;
select private.expose('remove_second_factor',
  'Removes the second factor of another person of the back office who has lost it, and ends their sessions; they get an e-mail. For administrators.');
