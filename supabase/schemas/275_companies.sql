-- Who buys, once: contacts by their addresses, and companies (product.md, section 2, Companies). The database refers leads, quotations
-- and requests to a contact when they are written, and makes a company only where it is sure: of a domain that is no public mail
-- host's, and of a GSTIN. All else staff decide, by what look_alikes proposes.

select private.enable_row_security('public.companies', 'staff');
select private.enable_row_security('public.contacts', 'staff');
grant insert, update on public.companies to authenticated;
create policy "staff create" on public.companies for insert to authenticated with check ((select private.is_staff()));
create policy "staff change" on public.companies for update to authenticated
using ((select private.is_staff())) with check ((select private.is_staff()));
create trigger count_version before insert or update on public.companies for each row execute function private.count_version();
create trigger normalize before insert or update on public.companies for each row execute function private.normalize_texts();
select private.after_changes('public.companies', 'record_history', 'record_changes()');

-- The company of an address's domain; without one a new company, where its name is known.
create function private.company_of(address text, name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  domain constant text := private.own_domain(address);
  company uuid;
begin
  if domain is null then
    return null;
  end if;
  -- Two colleagues who write at once are of one company.
  perform pg_advisory_xact_lock(hashtextextended('company of ' || domain, 0)) where company_of.name is not null;
  -- Planned at each call: a plan for an empty table would read all of it.
  execute 'select id from public.companies where domains @> array[$1] and merged_into is null order by created_at, id limit 1' into company using domain;
  if company is null and company_of.name is not null then
    insert into public.companies as stored (name, domains) values (company_of.name, array[domain]) returning stored.id into company;
  end if;
  return company;
end
$$;

-- The contact of an address, made where there is none. What is known of it stays, and what is missing is taken; null of what is no
-- address, and of an erased person's. Runs with its owner's rights, since no role of the API writes contacts.
create function private.contact_of(address text, name text default null, phone text default null, company text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  known public.contacts;
  stored uuid;
begin
  if private.is_email_address(address) is not true or address = 'erased@erased.invalid' then
    return null;
  end if;
  execute 'select * from public.contacts where lower(email) = lower($1)' into known using address;
  if known.company_id is not null and known.erased_at is null and known.name is not null and known.phone is not null then
    return known.id;
  end if;
  insert into public.contacts as present (email, name, phone, company_id, user_id)
  select
    address, coalesce(known.name, nullif(contact_of.name, '')), coalesce(known.phone, nullif(contact_of.phone, '')), coalesce(known.company_id, employer),
    (select id from auth.users where lower(users.email) = lower(address) limit 1)
  from private.company_of(address, nullif(company, '')) as employer
  where known.id is null or known.erased_at is not null or known.name is null and nullif(contact_of.name, '') is not null
    or known.phone is null and nullif(contact_of.phone, '') is not null or known.company_id is null and employer is not null
  on conflict (lower(email)) do update set
    name = excluded.name, phone = excluded.phone, company_id = excluded.company_id, user_id = excluded.user_id, erased_at = null
  returning present.id into stored;
  return coalesce(stored, known.id);
end
$$;

-- Refers a row to the contact of an address in it, where that is one.
create function private.refer_to_known_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, so that an erasure at the same moment waits.
  select id into new.contact_id from public.contacts where lower(email) = lower(to_jsonb(new) ->> tg_argv[0]) for key share;
  return new;
end
$$;

-- Refers a row to its contact. A company is made of a lead, and of a quotation that is sent: what is drafted may still be a slip.
create function private.refer_to_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written constant jsonb := to_jsonb(new);
  person constant jsonb := case tg_table_name
    when 'quotation_versions' then written #> '{content,buyer}'
    when 'quotation_events' then written -> 'value' || jsonb_strip_nulls(jsonb_build_object('name', case when written ->> 'kind' <> 'approval_asked' then written -> 'actor_name' end))
    else written
  end;
begin
  new.contact_id := private.contact_of(
    private.trimmed(person ->> 'email'), left(person ->> 'name', 200), left(person ->> 'phone', 50),
    case when tg_table_name = 'leads' or written ->> 'sent_at' is not null then left(person ->> 'company', 200) end
  );
  return new;
end
$$;
-- After the trigger within_limits, which drops a lead that was sent twice.
create trigger written_by before insert on public.leads for each row execute function private.refer_to_contact();
create trigger written_by before insert or update of content, sent_at on public.quotation_versions
for each row execute function private.refer_to_contact();
create trigger written_by before insert on public.quotation_events
for each row when (new.value ? 'email') execute function private.refer_to_contact();
create trigger written_by before insert on public.privacy_requests for each row execute function private.refer_to_contact();

create trigger written_by before insert on public.quotation_links
for each row when (new.email is not null) execute function private.refer_to_known_contact('email');

-- An account whose address is proven is a contact, unless it is of the staff.
create function private.contact_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.contact_of(email, new.name) from auth.users where id = new.id;
  return null;
end
$$;
create trigger contact_of_account after insert or update of address_proven_at on public.profiles
for each row when (new.address_proven_at is not null and not new.is_admin and not new.is_sales) execute function private.contact_of_account();

-- Deletes contacts that nothing refers to any more. With an erasure go companies that have no people left, and their history.
create function private.drop_contacts(ids uuid[], employers uuid[] default '{}') returns void
language sql security definer set search_path = '' as $$
  delete from public.contacts as contact
  where contact.id = any (ids) and contact.user_id is null
    and not exists (select from public.leads where contact_id = contact.id)
    and not exists (select from public.quotation_versions where contact_id = contact.id)
    and not exists (select from public.quotation_events where contact_id = contact.id)
    and not exists (select from public.privacy_requests where contact_id = contact.id);
  with gone as (
    delete from public.companies as company
    where coalesce(company.merged_into, company.id) = any (employers)
      and not exists (select from public.contacts where company_id = coalesce(company.merged_into, company.id))
    returning company.id
  )
  delete from public.record_history where record_id in (select id from gone)
$$;

-- With a lead that is deleted goes its contact, if nothing else refers to it, and its company, if no person is left and no one has
-- changed it.
create function private.drop_contact_of_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_contacts(array[old.contact_id], array(
    select company.id from public.contacts as contact join public.companies as company on company.id = company_id
    where contact.id = old.contact_id and company.version = 1
  ));
  return null;
end
$$;
create trigger drop_contact after delete on public.leads
for each row when (old.contact_id is not null) execute function private.drop_contact_of_lead();

-- A quotation is of the buyer of its latest version, and a contact that was only a draft's goes with it. What is sent tells the
-- GSTIN and the billing address of a company where it has none.
create function private.follow_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  buyer constant jsonb := case when tg_op <> 'DELETE' then new.content -> 'buyer' end;
  number constant text := case when private.is_gstin(buyer ->> 'gstin') then buyer ->> 'gstin' end;
  employer uuid;
  holder uuid;
begin
  update public.quotations as quotation set contact_id = latest.contact_id
  from (
    select contact_id from public.quotation_versions where quotation_id = coalesce(new.quotation_id, old.quotation_id) order by revision desc limit 1
  ) as latest
  where quotation.id = coalesce(new.quotation_id, old.quotation_id) and quotation.contact_id is distinct from latest.contact_id;
  if tg_op <> 'INSERT' and old.contact_id is not null and old.sent_at is null and (tg_op = 'DELETE' or old.contact_id is distinct from new.contact_id) then
    perform private.drop_contacts(array[old.contact_id]);
  end if;
  if tg_op = 'DELETE' or new.sent_at is null or new.contact_id is null then
    return null;
  end if;
  select company_id into employer from public.contacts where id = new.contact_id;
  select id into holder from public.companies where gstin = number and merged_into is null;
  if employer is null and number is not null then
    if holder is null then
      insert into public.companies (name, gstin) values (coalesce(nullif(buyer ->> 'company', ''), buyer ->> 'name'), number) returning id into holder;
    end if;
    update public.contacts set company_id = holder where id = new.contact_id;
    employer := holder;
  end if;
  update public.companies as company set
    gstin = coalesce(company.gstin, case when holder is null then number end),
    billing_address = coalesce(company.billing_address, buyer ->> 'billing_address')
  where company.id = employer and (
    company.gstin is null and holder is null and number is not null or company.billing_address is null and buyer ->> 'billing_address' is not null
  );
  return null;
end
$$;
create trigger follow_contact after insert or update of content, sent_at or delete on public.quotation_versions
for each row execute function private.follow_contact();

-- What a buyer gave beside the quotation becomes the company's with the acceptance, where it has none.
create function private.follow_details() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.companies as company set
    gstin = coalesce(company.gstin, case when not exists (select from public.companies as holder where holder.gstin = given.gstin and merged_into is null) then given.gstin end),
    billing_address = coalesce(company.billing_address, given.billing_address)
  from public.buyer_details as given, public.contacts as person
  where given.quotation_id = new.quotation_id and person.id = new.contact_id and company.id = person.company_id
    and (company.gstin is null and given.gstin is not null or company.billing_address is null and given.billing_address is not null);
  return null;
end
$$;
create trigger follow_details after update of accepted on public.quotation_versions
for each row when (old.accepted is null and new.accepted is not null) execute function private.follow_details();

-- What names of companies are compared by: without "Private Limited" and the like, in any writing.
create function private.company_key(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(regexp_replace(regexp_replace(
    ' ' || regexp_replace(private.name_key(company_key.name), '[[:punct:][:space:]]+', ' ', 'g') || ' ',
    ' (?:m s|the|private|pvt|p|public|limited|ltd|llp|inc|incorporated|corp|corporation|company|co|and|india)(?= )', '', 'g'
  ), ' ', '', 'g'), ''), private.name_key(company_key.name))
$$;

-- What may be one company, for staff to decide: companies whose names, or whose PAN in the GSTIN, are alike; and people of no company
-- who wrote its name, or share a domain: [{"company": {"id", "name"} or null, "others": [{"id", "name"}], "people": [{"id", "name",
-- "email", "company": as typed}], "name": what a new one would be called}].
create function private.look_alikes() returns jsonb
language sql stable security definer set search_path = '' as $$
  with keyed as (
    select id, name, created_at, key from public.companies
    cross join lateral (values (private.company_key(name)), (substring(gstin from '^..(.{10})'))) as keys (key)
    where merged_into is null and key is not null and (select private.is_staff())
  ), loose as (
    select contact.id, contact.name, contact.email, typed.company, coalesce(private.own_domain(contact.email), private.company_key(typed.company)) as own_key, private.company_key(typed.company) as key
    from public.contacts as contact
    cross join lateral (select company from public.leads where contact_id = contact.id and erased_at is null order by created_at desc limit 1) as typed
    where contact.company_id is null and contact.erased_at is null and (select private.is_staff())
  ), alike as (
    select keyed.key, (array_agg(id order by keyed.created_at, id))[1] as first, array_agg(distinct id) as ids from keyed group by keyed.key having count(distinct id) > 1
  ), proposal as (
    select first as company, ids, null::text as key from (select distinct on (ids) first, ids from alike order by ids) as pair
    union all
    select (select id from keyed where keyed.key = loose.key order by created_at, id limit 1), null, loose.own_key
    from loose where exists (select from keyed where keyed.key = loose.key)
    union
    select null, null, own_key from loose where not exists (select from keyed where keyed.key = loose.key) group by own_key having count(*) > 1
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'company', (select jsonb_build_object('id', id, 'name', name) from public.companies where id = proposal.company),
    'others', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from public.companies where id = any (ids) and id <> proposal.company),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email, 'company', loose.company) order by email), '[]')
      from loose where own_key = proposal.key
    ),
    'name', (select loose.company from loose where own_key = proposal.key order by email limit 1)
  ) order by proposal.company, proposal.key), '[]') from proposal having (select private.is_staff())
$$;
select private.expose('look_alikes',
  'What may be one company: [{"company", "others", "people", "name"}], of companies that look alike, and people without one who wrote its name or share a domain. Null for anyone but administrators and sales.');

-- Makes companies parts of another one, which takes their people and what it lacks of them.
create function private.merge_companies(company uuid, others uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.companies;
  target public.companies;
  moved uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  perform pg_advisory_xact_lock(hashtextextended('merge companies', 0));
  for other in select * from public.companies where id = any (others) and id <> company order by id for update loop
    select * into target from public.companies where id = company and merged_into is null for update;
    perform private.require(target.id is not null and other.merged_into is null, 'Someone else has merged one of these companies', 'PT409');
    with people as (update public.contacts set company_id = company where company_id = other.id returning id)
    select array_agg(id) into moved from people;
    update public.companies as merged_one set merged_into = company, merged = jsonb_build_object(
      'contacts', coalesce(to_jsonb(moved), '[]'), 'domains', (
        select coalesce(jsonb_agg(domain), '[]') from unnest(other.domains) as domain where domain <> all (target.domains)
      ), 'filled', to_jsonb(array_remove(array[
        case when target.gstin is null and other.gstin is not null then 'gstin' end,
        case when target.billing_address is null and other.billing_address is not null then 'billing_address' end,
        case when target.owner_id is null and other.owner_id is not null then 'owner_id' end
      ], null))
    ) where merged_one.id = other.id;
    update public.companies as taking set
      gstin = coalesce(taking.gstin, other.gstin), billing_address = coalesce(taking.billing_address, other.billing_address),
      owner_id = coalesce(taking.owner_id, other.owner_id),
      domains = taking.domains || array(select domain from unnest(other.domains) as domain where domain <> all (taking.domains))
    where taking.id = company;
  end loop;
end
$$;
select private.expose('merge_companies',
  'Merges companies into another one, which takes their people, domains, and the GSTIN, address and owner that it lacks. For administrators and sales.');

-- Takes merges back: the companies have the people that they had, and the other one has no longer what it took.
create function private.part_companies(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.companies;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  perform pg_advisory_xact_lock(hashtextextended('merge companies', 0));
  for other in select * from public.companies where id = any (ids) and merged_into is not null order by id for update loop
    perform private.require(
      exists (select from public.companies where id = other.merged_into and merged_into is null), 'Undo the later merge first', 'PT409'
    );
    update public.companies as taking set
      gstin = case when other.merged -> 'filled' ? 'gstin' then nullif(taking.gstin, other.gstin) else taking.gstin end,
      billing_address = case when other.merged -> 'filled' ? 'billing_address' then nullif(taking.billing_address, other.billing_address) else taking.billing_address end,
      owner_id = case when other.merged -> 'filled' ? 'owner_id' then nullif(taking.owner_id, other.owner_id) else taking.owner_id end,
      domains = array(select domain from unnest(taking.domains) as domain where not other.merged -> 'domains' ? domain)
    where taking.id = other.merged_into;
    update public.contacts set company_id = other.id where company_id = other.merged_into and other.merged -> 'contacts' ? id::text;
    update public.companies set merged_into = null, merged = null where id = other.id;
  end loop;
end
$$;
select private.expose('part_companies', 'Takes the merges of these companies back. For administrators and sales.');

-- The people's own domains become those of a company that has none: whoever works for it at an agency does not bring the agency. Without a company a new one of that name is made.
create function private.join_company(people uuid[], company uuid default null, name text default null) returns uuid
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
select private.expose('join_company',
  'Makes contacts people of a company, of a new one of that name, or with neither of none. The id of the company. For administrators and sales.');

-- The companies that match, and what they have bought: the accepted quotations of their people. Checks the caller before it reads.
create function private.matching_companies(words text, filters jsonb) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint
)
language sql stable security definer set search_path = '' as $$
  select private.require(filters - array['owner', 'due', 'since', 'before'] = '{}', 'Companies have no such filter', '22023');
  select company.id, company.name, company.gstin, company.domains, company.owner_id, company.next_on, company.created_at, coalesce(won.paise, 0)
  from public.companies as company
  left join (
    select contact.company_id, sum(total_paise)::bigint as paise
    from public.quotation_versions join public.contacts as contact on contact.id = contact_id where accepted is not null group by 1
  ) as won on won.company_id = company.id
  where (select private.is_staff()) and company.merged_into is null
    and lower(concat_ws(' ', company.name, company.gstin, array_to_string(company.domains, ' '), (
      select string_agg(concat_ws(' ', contact.name, contact.email), ' ') from public.contacts as contact where contact.company_id = company.id and coalesce(words, '') <> ''
    ))) like all (private.word_patterns(words))
    and (not filters ? 'owner' or company.owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (filters ->> 'due' is distinct from 'yes' or company.next_on <= private.day_in_india(now()))
    and company.created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and company.created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
$$;

-- Filters: owner, the id of one of administrators() or none; due: yes, with something to do by today in India; since and before, of
-- their beginning. Sorted by name, won, next_on or created_at.
create function private.find_companies(
  words text default '', filters jsonb default '{}', sorted text default 'name', ascending boolean default true,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint,
  owner_email text, people integer, open_leads integer, open_quotations integer, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(sorted in ('name', 'won', 'next_on', 'created_at'), 'Companies are sorted by name, won, next_on or created_at', '22023');
  select
    found.*, (select email::text from auth.users where users.id = found.owner_id), (select count(*)::integer from public.contacts where company_id = found.id),
    (
      select count(*)::integer from public.contacts as contact join public.leads on contact_id = contact.id join public.lead_handling as handling on lead_id = leads.id
      where company_id = found.id and handling.merged_into is null and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
    ),
    (
      select count(*)::integer from public.contacts as contact join public.quotations as quotation on contact_id = contact.id
      where company_id = found.id and quotation.state in ('draft', 'sent', 'change_asked')
    ),
    key
  from private.matching_companies(words, filters) as found
  cross join lateral (select case sorted
    when 'name' then lower(found.name) when 'won' then lpad(won_paise::text, 20, '0') when 'next_on' then coalesce(next_on::text, '~')
    else to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
  end collate "C" as key) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;
select private.expose('find_companies',
  'Companies with all of the words in their name, GSTIN, domains or people, that meet the filters: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales.');

create function private.count_companies(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_companies(words, filters) having (select private.is_staff())
$$;
select private.expose('count_companies', 'How many companies find_companies finds in all. Null for anyone but administrators and sales.');

-- Of people "shares_at" is a domain, "is_added" says whether by staff, and "can_share" whether there is an account with a proven address;
-- "teams" are the domains at which they share, and "states" those of the quotations.
create function private.company_details(company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.companies;
  people uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  select * into found_one from public.companies where id = company;
  perform private.require(found, 'This company does not exist', 'PT404');
  people := array(select id from public.contacts where company_id = company);
  return jsonb_build_object(
    'company', to_jsonb(found_one) - 'merged', 'gstin_kind', private.gstin_kind(found_one.gstin),
    'teams', array(select domain from private.teams where domain = any (found_one.domains) order by domain),
    'people', (select coalesce(jsonb_agg(jsonb_build_object(
      'shares_at', private.team_of(contact.user_id),
      'is_added', exists (select from private.team_members as member where member.user_id = contact.user_id and added_by is not null),
      'can_share', exists (select from public.profiles where profiles.id = contact.user_id and address_proven_at is not null),
      'id', contact.id, 'name', name, 'email', email, 'phone', phone, 'designation', designation,
      'leads', (select count(*) from public.leads where contact_id = contact.id)
    ) order by lower(coalesce(name, email))), '[]') from public.contacts as contact where contact.id = any (people)),
    'leads', (select coalesce(jsonb_agg(row), '[]') from (
      select leads.id, reference, name, state, assigned_email, leads.created_at
      from public.leads join public.lead_handling as handling on lead_id = leads.id
      where contact_id = any (people) and merged_into is null order by leads.created_at desc limit 10
    ) as row),
    'quotations', (select coalesce(jsonb_agg(row), '[]') from (
      select id, number, revision, name, state, total_paise, created_at from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) order by created_at desc limit 10
    ) as row),
    'states', (select coalesce(jsonb_agg(row), '[]') from (
      select state, count(*), sum(total_paise) as paise from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) group by state
    ) as row),
    'bought', (select coalesce(jsonb_agg(row order by paise desc), '[]') from (
      select line ->> 'name' as name, sum((line ->> 'quantity')::bigint) as quantity,
        sum((accepted #>> array['figures', 'lines', (position - 1)::text, 'total'])::bigint) as paise,
        max(private.day_in_india((accepted ->> 'at')::timestamptz)) as on
      from public.quotation_versions
      cross join lateral jsonb_array_elements(private.chosen_lines(content, accepted -> 'choice')) with ordinality as chosen (line, position)
      where contact_id = any (people) and (accepted ->> 'at')::timestamptz > now() - interval '1 year' and line -> 'is_charge' is distinct from 'true'
      group by 1
    ) as row),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.companies where merged_into = company)
  );
end
$$;
select private.expose('company_details',
  'A company with its people, newest leads and quotations, their sums by state, what it bought in the last twelve months, and those merged into it. 404 for an unknown one.');

-- Handing over: open work goes to another person.

create table private.handed_quotations (
  event_number bigint references public.lead_events (number) on delete cascade,
  quotation_id uuid references public.quotations (id) on delete cascade,
  owner_id uuid,
  owner_email text not null,
  primary key (event_number, quotation_id)
);
comment on table private.handed_quotations is 'Whose quotations were before their lead was assigned, by the event, so that it can be undone.';
create index handed_quotations_of_quotation on private.handed_quotations (quotation_id);

-- Those that are not decided, and those whose order is not delivered yet.
create function private.open_quotations() returns setof public.quotations
language sql stable set search_path = '' as $$
  select * from public.quotations where erase_on is null and (state in ('draft', 'sent', 'change_asked') or state = 'accepted' and exists (
    select from public.orders as own join public.order_lines as line on line.order_id = own.id
    where own.quotation_id = quotations.id and own.cancelled_at is null and line.state not in ('delivered', 'returned')
  ))
$$;

create function private.give_quotations(ids uuid[], successor uuid, event bigint default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.handed_quotations (event_number, quotation_id, owner_id, owner_email)
  select event, id, owner_id, owner_email from public.quotations where id = any (ids) and owner_id is distinct from successor and event is not null;
  -- Of no one's the address stays of who had it.
  update public.quotations set owner_id = successor, owner_email = coalesce((select email from auth.users where id = successor), owner_email)
  where id = any (ids) and owner_id is distinct from successor
$$;

-- Of the caller, of companies, or of another person, whom only administrators hand over. Without a successor it only counts.
create function private.hand_over_work(person uuid default null, companies uuid[] default '{}', successor uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  work record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales hand work over');
  perform private.require(person is null or person = auth.uid() or private.is_admin(), 'Only administrators can hand over the work of others');
  select
    array(
      select lead_id from public.lead_handling
      where merged_into is null and state not in ('won', 'lost', 'withdrawn', 'spam') and (assigned_to = person or lead_id in (
        select listed.id from public.contacts join public.leads as listed on contact_id = contacts.id where company_id = any (hand_over_work.companies)
      )) order by lead_id
    ) as leads,
    array(
      select quotation.id from private.open_quotations() as quotation left join public.contacts on contacts.id = contact_id
      where owner_id = person or company_id = any (hand_over_work.companies)
    ) as quotations,
    array(select id from public.companies where merged_into is null and (owner_id = person or id = any (hand_over_work.companies))) as owned
  into work;
  if successor is not null then
    perform private.require(
      exists (select from public.profiles where id = successor and (is_admin or is_sales)), 'Work can only be handed over to administrators and sales', '22023'
    );
    perform private.handle_lead(lead, 'assigned', successor::text) from unnest(work.leads) as lead;
    perform private.give_quotations(work.quotations, successor);
    update public.companies set owner_id = successor where id = any (work.owned) and owner_id is distinct from successor;
  end if;
  return jsonb_build_object('leads', cardinality(work.leads), 'quotations', cardinality(work.quotations), 'companies', cardinality(work.owned));
end
$$;
select private.expose('hand_over_work',
  'Gives the open leads, open quotations and companies of a person, or of companies, to another person: {"leads", "quotations", "companies"}. Without one it only counts. For administrators and sales; of other people for administrators.');
