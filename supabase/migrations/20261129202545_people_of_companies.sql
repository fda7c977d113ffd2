-- people of companies
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The people's own domains become those of a company that has none: whoever works for it at an agency does not bring the agency. Without a company a new one of that name is made.
create or replace function private.join_company(people uuid[], company uuid default null, name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  if company is null and join_company.name is not null then
    insert into public.companies as made (name) values (private.cleaned_text('The name', join_company.name, 200)) returning made.id into company;
  end if;
  update public.contacts set company_id = company where id = any (people);
  update public.companies as joined set domains = joined.domains || array(
    select distinct domain from public.contacts cross join lateral private.own_domain(email) as domain
    where id = any (people) and domain is not null and not exists (select from public.companies as other where domain = any (other.domains))
  ) where joined.id = company and joined.domains = '{}';
  return company;
end
$$;
-- Written until here.
