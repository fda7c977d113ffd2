-- Accounts and administrators. Rights come from profiles.is_admin (specification, section 6). Policies read it through
-- a function that sees the table whatever the caller may see.

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles where profiles.id = (select auth.uid()) and profiles.is_admin)
$$;

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

-- Notifies servers that cache sessions: a session may have ended, an account may have been deleted or banned, or rights
-- may have changed. A new session or account invalidates nothing.
create function private.notify_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('giftwell_accounts', '');
  return null;
end
$$;

create trigger notify_account after update of id, user_id, not_after or delete or truncate on auth.sessions
for each statement execute function private.notify_account();
create trigger notify_account after update of id, banned_until, deleted_at or delete or truncate on auth.users
for each statement execute function private.notify_account();
create trigger notify_account after insert or update or delete or truncate on public.profiles
for each statement execute function private.notify_account();

-- Accounts from before this migration.
insert into public.profiles (id) select users.id from auth.users on conflict (id) do nothing;
