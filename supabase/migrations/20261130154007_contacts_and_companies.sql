-- Who buys, of the leads, quotations, requests and accounts that there are; and what their figures and lists read.
select set_config('lock_timeout', '5s', true);

-- Every e-mail address is one contact, named as it was first written.
insert into public.contacts (email, name, phone, created_at, user_id)
select distinct on (lower(email)) email, left(nullif(name, ''), 200), left(nullif(phone, ''), 50), at, (
  select id from auth.users where lower(users.email) = lower(written.email) limit 1
)
from (
  select email, name, phone, created_at as at from public.leads where erased_at is null
  union all
  select content #>> '{buyer,email}', content #>> '{buyer,name}', content #>> '{buyer,phone}', coalesce(sent_at, quotation.created_at)
  from public.quotation_versions join public.quotations as quotation on quotation.id = quotation_id
  union all
  select value ->> 'email', case when kind = 'approval_asked' then value ->> 'name' else actor_name end, null, created_at
  from public.quotation_events where value ? 'email'
  union all
  select email, null, null, created_at from public.privacy_requests where email <> 'erased'
  union all
  select users.email, profile.name, null, address_proven_at from public.profiles as profile join auth.users on users.id = profile.id
  where address_proven_at is not null and not is_admin and not is_sales
) as written
where private.is_email_address(email) order by lower(email), nullif(name, '') is null, nullif(phone, '') is null, at
on conflict do nothing;

update public.leads set contact_id = contact.id from public.contacts as contact
where lower(leads.email) = lower(contact.email) and leads.erased_at is null;
update public.quotation_versions set contact_id = contact.id from public.contacts as contact
where lower(content #>> '{buyer,email}') = lower(contact.email);
update public.quotations set contact_id = latest.contact_id
from (select distinct on (quotation_id) quotation_id, contact_id from public.quotation_versions order by quotation_id, revision desc) as latest
where latest.quotation_id = quotations.id and latest.contact_id is not null;
update public.quotation_events set contact_id = contact.id from public.contacts as contact where lower(value ->> 'email') = lower(contact.email);
update public.privacy_requests set contact_id = contact.id from public.contacts as contact where lower(privacy_requests.email) = lower(contact.email);
-- What was filled just now is unknown to the planner.
analyze public.contacts, public.leads, public.quotations, public.quotation_versions;
-- Of an erased person whose accepted quotations stay for the law.
update public.contacts as contact set name = null, phone = null, erased_at = now()
where exists (select from public.quotations where contact_id = contact.id and erase_on is not null)
  and not exists (select from public.quotations where contact_id = contact.id and erase_on is null)
  and not exists (select from public.leads where contact_id = contact.id) and user_id is null;

-- Companies of GSTINs, as the last quotation names them, with the people of one GSTIN.
insert into public.companies (name, gstin, billing_address, created_at)
select distinct on (gstin) left(coalesce(nullif(content #>> '{buyer,company}', ''), nullif(content #>> '{buyer,name}', ''), gstin), 200), gstin, content #>> '{buyer,billing_address}', sent_at
from public.quotation_versions cross join lateral (select content #>> '{buyer,gstin}' as gstin) as stated
where sent_at is not null and private.is_gstin(gstin) order by gstin, sent_at desc
on conflict do nothing;
update public.contacts set company_id = company.id
from (
  select contact_id, max(content #>> '{buyer,gstin}') as gstin from public.quotation_versions
  where sent_at is not null and private.is_gstin(content #>> '{buyer,gstin}')
  group by contact_id having count(distinct content #>> '{buyer,gstin}') = 1
) as stated join public.companies as company on company.gstin = stated.gstin
where contacts.id = stated.contact_id and contacts.company_id is null;

-- Companies of domains whose people write one name: that of their GSTIN, or a new one.
create function pg_temp.domains_of_one_name() returns table (domain text, name text, company_id uuid)
language sql stable set search_path = '' as $$
  select private.own_domain(contact.email), (array_agg(left(written.company, 200) order by at desc))[1], (array_agg(distinct contact.company_id) filter (where contact.company_id is not null))[1]
  from public.contacts as contact
  join (
    select contact_id, company, created_at as at from public.leads where erased_at is null
    union all
    select contact_id, private.trimmed(content #>> '{buyer,company}'), coalesce(sent_at, now()) from public.quotation_versions
  ) as written on written.contact_id = contact.id and written.company <> ''
  where private.own_domain(contact.email) is not null
  group by 1 having count(distinct private.name_key(written.company)) = 1 and count(distinct contact.company_id) < 2
$$;
insert into public.companies (name, domains) select name, array[domain] from pg_temp.domains_of_one_name() where company_id is null;
update public.companies set domains = array_append(domains, of_gstin.domain) from pg_temp.domains_of_one_name() as of_gstin
where companies.id = of_gstin.company_id and not companies.domains @> array[of_gstin.domain];
update public.contacts set company_id = company.id from public.companies as company
where contacts.company_id is null and private.own_domain(contacts.email) = any (company.domains);
drop function pg_temp.domains_of_one_name();

update public.outbox set contact_id = contacts.id from public.contacts where lower(contacts.email) = lower(recipient);
update public.quotation_links as link set contact_id = contacts.id from public.contacts where lower(contacts.email) = lower(link.email);
update public.access_log set contact_id = leads.contact_id from public.leads where leads.id = lead_id and leads.contact_id is not null;

-- The totals of drafts are computed anew: their taxes follow the place.
update public.quotation_versions set total_paise = total_paise where sent_at is null;
insert into private.quotation_lines
select * from private.lines_in_force(array(select distinct quotation_id from public.quotation_versions where sent_at is not null))
on conflict do nothing;

update public.lead_handling as handling set answered_by = (
  select case when value <> 'withdrawn' then actor_id end from public.lead_events as event
  where event.lead_id = handling.lead_id and event.kind in ('answered', 'state') and event.created_at = handling.answered_at order by number limit 1
) where answered_at is not null;
insert into private.lead_changes (lead_id, changed_at)
select lead_id, greatest(handling.created_at, (select max(event.created_at) from public.lead_events as event where event.lead_id = handling.lead_id))
from public.lead_handling as handling
on conflict do nothing;
