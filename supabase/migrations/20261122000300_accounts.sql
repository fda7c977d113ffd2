-- Accounts and their roles. Rights come from profiles.is_admin (specification, section 6) and, beyond it, is_sales.
-- Policies read them through functions that see the table whatever the caller may see.
select set_config('lock_timeout', '5s', true);

-- Whether the caller's session has passed the second factor of its account, where there is one: Auth states that as the
-- level `aal2` in the token. A caller who knows only the password of such an account has none of its rights in the back office.
create function private.has_required_aal() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' or not exists (
    select from auth.mfa_factors where mfa_factors.user_id = (select auth.uid()) and mfa_factors.status = 'verified'
  )
$$;

-- Whether the caller is an administrator.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.has_required_aal() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and profiles.is_admin
  )
$$;

-- Whether the caller works in the back office: an administrator or sales.
create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.has_required_aal() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and (profiles.is_admin or profiles.is_sales)
  )
$$;

-- Creates the profile of a new account.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id) values (new.id) on conflict (id) do nothing;
  return null;
end
$$;

create trigger create_profile after insert on auth.users
for each row execute function private.create_profile();

-- Accounts from before this migration.
insert into public.profiles (id) select users.id from auth.users on conflict (id) do nothing;

-- Dates a change of role.
create function private.set_role_since() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.is_admin, new.is_sales) is distinct from (old.is_admin, old.is_sales) then
    new.role_since := now();
  end if;
  return new;
end
$$;

create trigger set_role_since before update of is_admin, is_sales on public.profiles
for each row execute function private.set_role_since();

-- Gives an account a role (administrator, sales), or takes it with null. The last administrator stays one: no account could
-- give the role again. One after the other, so that two who revoke each other do not both succeed.
create function private.assign_role(account uuid, role text) returns void
language plpgsql set search_path = ''
as $$
declare
  was_admin boolean;
begin
  if role not in ('administrator', 'sales') then
    raise exception 'A role is administrator or sales' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select is_admin into was_admin from public.profiles where id = account;
  update public.profiles
  set is_admin = assign_role.role is not distinct from 'administrator', is_sales = assign_role.role is not distinct from 'sales'
  where id = account;
  if was_admin and not exists (
    select from public.profiles join auth.users on users.id = profiles.id where profiles.is_admin and users.deleted_at is null
  ) then
    raise exception 'The last administrator cannot be revoked: make another one first' using errcode = '23514';
  end if;
end
$$;

create function private.set_role(person uuid, role text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the caller's own role is read: another administrator may be revoking it.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  if not private.is_admin() then
    raise exception 'Only administrators manage people' using errcode = '42501';
  elsif person = auth.uid() then
    raise exception 'Another administrator changes your own role' using errcode = '22023';
  elsif not exists (select from public.profiles where id = person and (is_admin or is_sales)) then
    raise exception 'This person has no access any more' using errcode = 'PT404';
  end if;
  perform private.assign_role(person, role);
end
$$;

create function public.set_role(person uuid, role text default null) returns void
language sql set search_path = ''
as $$
  select private.set_role(person, role)
$$;
comment on function public.set_role is
  'Changes the role of a person of the back office to administrator or sales; null revokes it. For administrators, and of others than the caller: so the last administrator stays one.';

create function private.people() returns table (
  id uuid, email text, role text, since timestamptz, last_sign_in_at timestamptz, has_second_factor boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    users.id, users.email::text, case when profiles.is_admin then 'administrator' else 'sales' end,
    coalesce(profiles.role_since, profiles.created_at), users.last_sign_in_at,
    exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified')
  from public.profiles join auth.users on users.id = profiles.id
  where (profiles.is_admin or profiles.is_sales) and users.deleted_at is null and (select private.is_admin())
  order by users.email
$$;

create function public.people() returns table (
  id uuid, email text, role text, since timestamptz, last_sign_in_at timestamptz, has_second_factor boolean
)
language sql stable set search_path = ''
as $$
  select * from private.people()
$$;
comment on function public.people is
  'Who works in the back office, by e-mail address: the role (administrator, sales) and since when, and whether signing in takes a second factor. Empty for anyone but administrators.';

-- Invitations: one for an e-mail address, with a role, for seven days and once. The API reads none of it; the e-mail has a
-- token, of which the database has only the hash. Both are needed, the token and an account with that address: where
-- addresses are not confirmed, anyone can sign up with anyone's.
create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invitations_email_form check (private.is_email_address(email)),
  role text not null constraint invitations_role_known check (role in ('administrator', 'sales')),
  invited_by text not null,
  expires_at timestamptz not null,
  token_hash bytea
);
comment on table private.invitations is 'Open invitations to the back office: one for an e-mail address, for seven days.';
create unique index invitations_email_unique on private.invitations (lower(email));
create unique index invitations_token_unique on private.invitations (token_hash);
alter table private.invitations enable row level security;
revoke all on private.invitations from public, anon, authenticated, service_role;

create function private.invite(email text, role text) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address constant text := private.trimmed(invite.email);
  invited uuid;
begin
  if not private.is_admin() then
    raise exception 'Only administrators manage people' using errcode = '42501';
  elsif private.is_email_address(address) is not true then
    raise exception 'This is not an e-mail address' using errcode = '22023';
  elsif invite.role is null or invite.role not in ('administrator', 'sales') then
    raise exception 'A role is administrator or sales' using errcode = '22023';
  elsif exists (
    select from public.profiles join auth.users on users.id = profiles.id
    where (profiles.is_admin or profiles.is_sales) and lower(users.email) = lower(address)
  ) then
    raise exception 'This person has access already: change the role in the list' using errcode = '22023';
  elsif (select count(*) from private.invitations where lower(email) <> lower(address)) >= 50 then
    raise exception 'At most 50 invitations can be open: revoke some first' using errcode = '22023';
  end if;
  insert into private.invitations as invitation (email, role, invited_by, expires_at)
  values (address, invite.role, (select users.email from auth.users where users.id = auth.uid()), now() + interval '7 days')
  on conflict (lower(email)) do update set
    role = excluded.role, invited_by = excluded.invited_by, expires_at = excluded.expires_at, token_hash = null
  returning id into invited;
  insert into public.outbox as mail (invitation_id, kind, recipient) values (invited, 'invitation', address)
  on conflict (invitation_id) do update set state = 'queued', attempts = 0, next_attempt_at = now(), last_error = null;
  return invited;
end
$$;

create function public.invite(email text, role text) returns uuid
language sql set search_path = ''
as $$
  select private.invite(email, role)
$$;
comment on function public.invite is
  'Invites a person by e-mail to the back office, as administrator or sales; of an address that was invited before the former link ends. For administrators.';

create function private.invitations()
returns table (id uuid, email text, role text, invited_by text, expires_at timestamptz, mail_state text, mail_error text)
language plpgsql stable security definer set search_path = ''
as $$
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

create function public.invitations()
returns table (id uuid, email text, role text, invited_by text, expires_at timestamptz, mail_state text, mail_error text)
language sql stable set search_path = ''
as $$
  select * from private.invitations()
$$;
comment on function public.invitations is
  'Who is invited and has not accepted, by e-mail address, with the state of the e-mail. Empty for anyone but administrators.';

create function private.revoke_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'Only administrators manage people' using errcode = '42501';
  end if;
  delete from private.invitations where id = invitation;
end
$$;

create function public.revoke_invitation(invitation uuid) returns void
language sql set search_path = ''
as $$
  select private.revoke_invitation(invitation)
$$;
comment on function public.revoke_invitation is 'Ends an invitation: its link no longer works. For administrators.';

-- What the e-mail says, with a new token for its link; the link of an earlier e-mail ends.
create function private.renew_invitation(invitation uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  renewed private.invitations;
begin
  update private.invitations set token_hash = sha256(convert_to(token, 'UTF8')) where id = invitation returning * into renewed;
  return jsonb_build_object('token', token, 'role', renewed.role, 'invited_by', renewed.invited_by, 'expires_at', renewed.expires_at);
end
$$;

create function private.accept_invitation(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  account record;
  accepted private.invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select users.email, users.email_confirmed_at, profiles.is_admin into account
  from auth.users join public.profiles on profiles.id = users.id where users.id = auth.uid();
  select * into accepted from private.invitations
  where token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')) and expires_at > now();
  if accepted.id is null or account.email is null then
    raise exception 'This invitation has ended: it works once, for 7 days. Ask for a new one.' using errcode = 'PT404';
  elsif lower(account.email) <> lower(accepted.email) then
    raise exception 'This invitation is for another e-mail address: sign in with the one that it was sent to.' using errcode = '22023';
  elsif account.email_confirmed_at is null then
    raise exception 'Confirm your e-mail address first: open the link in the e-mail that you were sent.' using errcode = '22023';
  end if;
  delete from private.invitations where id = accepted.id;
  -- The account may have become an administrator's meanwhile.
  if not account.is_admin then
    perform private.assign_role(auth.uid(), accepted.role);
  end if;
  return accepted.role;
end
$$;

create function public.accept_invitation(token text) returns text
language sql set search_path = ''
as $$
  select private.accept_invitation(token)
$$;
comment on function public.accept_invitation is
  'Gives the caller the role of the invitation whose e-mail has this token, if it was sent to the caller''s own, confirmed address. What was never an invitation and what has ended are answered alike.';
