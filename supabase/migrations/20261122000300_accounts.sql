-- Accounts and administrators. Rights come from profiles.is_admin (specification, section 6). Policies read it through
-- a function that sees the table whatever the caller may see.
select set_config('lock_timeout', '5s', true);

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

-- Accounts from before this migration.
insert into public.profiles (id) select users.id from auth.users on conflict (id) do nothing;
