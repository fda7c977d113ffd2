-- limits of proven samples
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
create or replace function private.record_access(action text, leads uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can read leads');
  perform private.require(action in ('opened', 'exported', 'copied'), 'The access log has no such action', '22023');
  perform private.log_access(action, leads, (select email::text from auth.users where id = auth.uid()));
  -- An order outlives its lead.
  if leads = '{}' then
    insert into public.access_log (actor_id, actor_email, action, leads)
    select id, email, record_access.action, 0 from auth.users where id = auth.uid();
  end if;
end
$$;

-- For whom samples count. What strangers ask for in the name of a company counts apart from what its proven addresses ask for; those at a
-- public mail host count alone.
create or replace function private.company_of_samples(lead public.leads, is_proven boolean) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    'domain ' || private.own_domain((
      select users.email from public.profiles join auth.users using (id) where profiles.id = (select auth.uid()) and address_proven_at is not null
    )),
    case when is_proven then 'domain ' || private.own_domain(lead.email) end,
    'contact ' || (
      select contacts.id::text from public.profiles join auth.users using (id) join public.contacts on contacts.email = lower(users.email)
      where profiles.id = (select auth.uid()) and address_proven_at is not null
    ),
    case when is_proven then 'contact ' || lead.contact_id end,
    'company ' || coalesce((select company_id::text from public.contacts where contacts.id = lead.contact_id), lower(lead.company))
  )
$$;
-- Written until here.
