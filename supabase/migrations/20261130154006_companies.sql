-- The companies of the contacts, and what figures and lists read.
select set_config('lock_timeout', '5s', true);

-- What was filled just now is unknown to the planner.
analyze public.contacts, public.leads, public.quotations, public.quotation_versions;

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
