-- buyers companies
select set_config('lock_timeout', '5s', true);

create table private.teams (
  domain text primary key,
  gstin text constraint teams_gstin_form check (gstin ~ '^[0-9A-Z]{15}$'),
  billing_address text constraint teams_billing_address_length check (char_length(billing_address) <= 400)
);
alter table private.teams enable row level security;

create table private.team_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  domain text not null,
  email text not null,
  since timestamptz,
  added_by text
);
create index team_members_of_team on private.team_members (domain);
alter table private.team_members enable row level security;

create table private.shared_inquiries (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  domain text not null
);
create index shared_inquiries_of_team on private.shared_inquiries (domain);
alter table private.shared_inquiries enable row level security;

alter table public.quotation_links add column colleague_id uuid references auth.users (id) on delete cascade;
create index quotation_links_of_colleague on public.quotation_links (colleague_id);

-- Written by npm run migration from supabase/schemas.
drop function public.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean);

drop function private.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean);

-- The own domain of an account's address; null while that is not proven, and at a public mail host.
create function private.proven_domain(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.own_domain(users.email) from auth.users join public.profiles on profiles.id = users.id
  where users.id = account and address_proven_at is not null
$$;

-- The domain of the team that an account is in, asked of the present address each time; null without one.
create function private.team_of(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select member.domain
  from private.team_members as member join auth.users on users.id = member.user_id join public.profiles on profiles.id = member.user_id
  where member.user_id = account and member.since is not null and address_proven_at is not null and lower(users.email) = member.email
    and (member.added_by is not null or private.own_domain(users.email) = member.domain)
$$;

-- {"domain": whose colleagues the caller may share with, "is_asked", "since": when the caller began to share}; and for members "members":
-- [{"email", "since"}], "gstin" and "billing_address". The domain is null of an address that is not proven, or of a public mail host.
create function private.my_company() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant text := coalesce(team, private.proven_domain(auth.uid()));
begin
  return jsonb_build_object(
    'domain', own, 'since', (select since from private.team_members where user_id = auth.uid() and team is not null),
    'is_asked', exists (
      select from private.team_members as member join auth.users on users.id = user_id and lower(users.email) = member.email where user_id = auth.uid()
    )
  ) || case when team is null then '{}' else jsonb_build_object(
    'members', (
      select jsonb_agg(jsonb_build_object('email', users.email, 'since', member.since) order by member.since, users.email)
      from private.team_members as member join auth.users on users.id = user_id where member.domain = team and private.team_of(user_id) = team
    ),
    'gstin', (select gstin from private.teams where domain = team), 'billing_address', (select billing_address from private.teams where domain = team)
  ) end;
end
$$;

select private.expose('my_company',
  'The company that the caller may share with, or does: {"domain", "is_asked", "since"}, and for members {"members", "gstin", "billing_address"}.');

-- What the caller answers when asked to share, and leaving. What was shared stays with the team.
create function private.share_with_colleagues(shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own constant text := private.proven_domain(auth.uid());
begin
  if shares and private.team_of(auth.uid()) is not null then
    return;
  end if;
  update private.team_members set since = null, added_by = null where user_id = auth.uid();
  perform private.require(
    own is not null or shares is not true, 'Only a confirmed address of your company''s own mail domain can share with colleagues', '22023'
  );
  insert into private.teams (domain) select own where shares on conflict (domain) do nothing;
  insert into private.team_members (user_id, domain, email, since)
  select id, own, lower(email), case when shares then now() end from auth.users where id = auth.uid() and own is not null
  on conflict (user_id) do update set domain = excluded.domain, email = excluded.email, since = excluded.since;
end
$$;

select private.expose('share_with_colleagues',
  'Begins to share with colleagues of the same domain, whose inquiries and quotations the caller sees then, or no longer does. For accounts whose address is proven, and not of a public mail host.');

-- For a person of another domain, as of an agency or of a company's second one; without a domain what staff gave is taken back.
create function private.add_to_team(contact uuid, domain text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  address text;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  delete from private.team_members
  where added_by is not null and user_id = (select user_id from public.contacts where id = contact);
  if domain is null then
    return;
  end if;
  select users.id, lower(users.email) into account, address
  from public.contacts join public.profiles on profiles.id = contacts.user_id and address_proven_at is not null
  join auth.users on users.id = profiles.id and lower(users.email) = lower(contacts.email) where contacts.id = contact;
  perform private.require(account is not null, 'This person has no account with a confirmed address', '22023');
  perform private.require(
    exists (select from private.team_members as member where member.domain = add_to_team.domain and since is not null), 'No one shares at this domain yet', '22023'
  );
  insert into private.team_members as member (user_id, domain, email, since, added_by)
  values (account, add_to_team.domain, address, now(), private.display_name(auth.uid()))
  on conflict (user_id) do update set domain = excluded.domain, email = excluded.email, since = excluded.since, added_by = excluded.added_by;
end
$$;

select private.expose('add_to_team',
  'Lets the account of a contact share with the colleagues of a domain that is not its own, or no longer. For administrators and sales.');

create function private.save_company_details(gstin text, billing_address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
begin
  perform private.require(team is not null, 'You do not share with colleagues');
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  update private.teams as own set
    gstin = number, billing_address = private.cleaned_text('Billing address', save_company_details.billing_address, 400, false)
  where domain = team;
end
$$;

select private.expose('save_company_details', 'Stores the GSTIN and the billing address that the caller''s team proposes for its quotations. For its members.');

-- Under the limits on leads; an equal one is not stored again. Runs with its owner's rights, since a sender learns no id to
-- write lines for.
-- Items are [{"id", "name", "quantity", "note", "colours": [{"name", "quantity"}]}]. Where colours have quantities, the line's is
-- their sum. The notice is the one that was shown, {"version", "language"} of privacy_notices_of('inquiry'), and is stored with the
-- time; marketing_consent is never needed. An account that shares with colleagues may share it with them.
create function private.send_inquiry(
  name text, company text, email text, phone text, items jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false,
  notice jsonb default null, marketing_consent boolean default false, shares boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
  lines jsonb;
  stored uuid;
  seen_version integer;
  seen_language text;
begin
  select * into names, lines from private.lines_of(items);
  select visible.version, visible.language into seen_version, seen_language from public.privacy_notices as visible
  where visible.form = 'inquiry' and visible.version::text = notice ->> 'version' and visible.language = notice ->> 'language';
  insert into public.leads as lead (
    name, company, email, phone, message, selected_products, needed_by, budget_per_gift, delivery_city, wants_branding, lines_hash,
    notice_version, notice_language, marketing_consent
  ) values (
    send_inquiry.name, send_inquiry.company, send_inquiry.email, send_inquiry.phone, send_inquiry.message, names,
    send_inquiry.needed_by, send_inquiry.budget_per_gift, send_inquiry.delivery_city,
    coalesce(send_inquiry.wants_branding, false), md5(lines::text)::uuid, seen_version, seen_language,
    coalesce(send_inquiry.marketing_consent, false)
  )
  returning lead.id into stored;
  if stored is null then
    return private.inquiry_reference(name, company, email, phone, message, names);
  end if;

  perform private.add_lines(stored, lines);
  insert into private.shared_inquiries (lead_id, domain)
  select stored, team from private.team_of(auth.uid()) as team where team is not null and send_inquiry.shares;
  return private.lead_reference(stored);
end
$$;

select private.expose('send_inquiry',
  'Stores an inquiry with quantities as a lead, and gives its reference. The header x-inquiry-link is the token of its private page, at least 32 random characters; one in use is ignored. The items are its products, at most 1000, in order, of which only the name is required.');

-- What the caller's colleagues have sent and share.
create function private.colleagues_inquiries() returns setof public.leads
language sql stable security definer set search_path = '' as $$
  select lead.* from private.shared_inquiries as shared join public.leads as lead on lead.id = lead_id
  where domain = (select private.team_of(auth.uid())) and erased_at is null
    and sender_id is distinct from (select auth.uid()) and lead.id not in (select id from private.own_inquiries())
  order by created_at desc, id limit 200
$$;

create function private.own_inquiry_as_json(mine public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(mine)::jsonb || jsonb_build_object('is_shared', exists (select from private.shared_inquiries where lead_id = mine.id))
$$;

-- What its sender has agreed to is the sender's alone.
create function private.colleagues_inquiry_as_json(shared public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(shared)::jsonb || jsonb_build_object('marketing_consent', false, 'sent_by', shared.name)
$$;

create or replace function private.my_inquiries() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(inquiry order by created_at desc, id), '[]')
  from (
    select created_at, id, private.own_inquiry_as_json(mine) as inquiry from private.own_inquiries() as mine
    union all
    select created_at, id, private.colleagues_inquiry_as_json(shared) from private.colleagues_inquiries() as shared
  ) as listed
$$;

-- Of a colleague's reference what is shared. Else with the quotations that were accepted, which an erasure leaves: {"accepted_quotations": [{"number", "total_paise"}]}, without none.
create or replace function private.open_inquiry(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  lead public.leads;
begin
  select * into lead from private.colleagues_inquiries() as shared where private.lead_reference(shared.id) = upper(token);
  if found then
    return private.colleagues_inquiry_as_json(lead);
  end if;
  lead := private.linked_inquiry(token);
  return case when lead.id in (select id from private.own_inquiries()) then private.own_inquiry_as_json(lead) else private.inquiry_as_json(lead)::jsonb end || jsonb_strip_nulls(jsonb_build_object('accepted_quotations', (
    select jsonb_agg(jsonb_build_object('number', number, 'total_paise', total_paise) order by number)
    from public.quotations join public.quotation_versions on quotation_id = quotations.id where lead_id = lead.id and accepted is not null
  )));
end
$$;

-- Sharing ends for the team that sees it; anyone who has sent it may end it.
create function private.share_inquiry(reference text, shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant uuid := (select id from private.own_inquiries() where private.lead_reference(id) = upper(reference) and erased_at is null limit 1);
begin
  perform private.require(own is not null and (team is not null or shares is not true), 'Only its sender shares an inquiry, and only with colleagues who share, too');
  delete from private.shared_inquiries where lead_id = own;
  insert into private.shared_inquiries (lead_id, domain) select own, team where shares;
end
$$;

select private.expose('share_inquiry', 'Shares the inquiry of a reference among the caller''s own with the colleagues who share, or no longer.');

-- Whether a colleague may read a quotation.
create function private.is_shared_with(colleague uuid, quotation uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.quotations join private.shared_inquiries as shared on shared.lead_id = quotations.lead_id
    where quotations.id = quotation and domain = private.team_of(colleague)
  )
$$;

-- The link of a token, for those purposes. One that was ended is answered as one that never was, and so is that of an account which
-- no longer shares with its buyer.
create or replace function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null;
  if link.colleague_id is not null then
    if not private.is_shared_with(link.colleague_id, link.quotation_id) then
      link := null;
    end if;
    link.purpose := 'colleague';
  end if;
  perform private.require(
    link.id is not null or not exists (select from private.erased_links where hash = private.link_hash(token)),
    'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  perform private.require(link.id is not null, 'This link does not open a quotation. It may have ended or been cut off.', 'PT404');
  perform private.require(
    link.purpose = any (purposes),
    case link.purpose when 'approval' then 'This link is for an approval only.' when 'colleague' then 'This quotation is shared with you to read. Its buyer decides.' else 'Only the colleague who was asked can approve.' end
  );
  return link;
end
$$;

-- As version_as_sent, with {"state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sha256", "accepted", "comments", "approvals", "needs_code", "site"}, for a colleague "asked": the choice, and for the
-- buyer what given_by_buyer has, "before": the version that this one replaced, until it is accepted, and "next_steps" then.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer,approval,colleague}');
  state constant text := private.state_of_link(link);
  version public.quotation_versions;
  site constant jsonb := private.site_details();
  sent jsonb;
begin
  select * into version from public.quotation_versions where id = link.version_id;
  sent := private.version_as_sent(version);
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', sent -> 'number', 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return sent || jsonb_build_object(
    'state', state, 'purpose', link.purpose, 'lines', private.lines_with_widths(version.content), 'sha256', version.sha256,
    -- Acceptances of 1.0.0 may have a part of their choice.
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note']
      || jsonb_build_object('choice', private.whole_choice(version.content, version.accepted -> 'choice')) end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = link.quotation_id and event.kind = 'comment'
    ),
    'approvals', private.approvals_on(link),
    'needs_code', exists (select from public.seller_profile where needs_code), 'site', site
  ) || case
    when link.purpose = 'colleague' then '{"approvals": []}'
    when link.purpose = 'approval' then jsonb_build_object(
      'asked', private.asked_choice(link) -> 'choice', 'figures', private.figures_of_choice(version, private.asked_choice(link) -> 'choice')
    )
    when state = 'accepted' then private.given_by_buyer(link.quotation_id) || jsonb_build_object('next_steps', (select next_steps from public.seller_profile))
    else private.given_by_buyer(link.quotation_id) || jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

-- The gifts of a choice as my_inquiries has the lines of an inquiry, with their products as they are now.
create or replace function private.order_again(token text, choice jsonb default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer,colleague}');
  version public.quotation_versions;
begin
  perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  select * into version from public.quotation_versions where id = link.version_id;
  return (
    select coalesce(json_agg(json_build_object(
      'name', line -> 'name', 'quantity', line -> 'quantity', 'note', line -> 'note', 'colours', colours,
      'product', (
        select private.product_again(product, colours) from public.products as product where product.id = (line ->> 'product_id')::uuid and product.is_sample
      )
    ) order by position), '[]')
    from jsonb_array_elements(private.chosen_lines(version.content, private.checked_choice(version.content, choice))) with ordinality as listed (line, position)
    cross join lateral (select case when line ->> 'colour' <> '' then jsonb_build_array(jsonb_build_object('name', line -> 'colour', 'quantity', line -> 'quantity')) end) as chosen (colours)
    where line -> 'is_charge' is distinct from 'true'
  );
end
$$;

-- Once a version and day, whoever reloads it, and not when the seller looks.
create or replace function private.see_quotation(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer,approval,colleague}');
begin
  if private.is_staff() or link.purpose <> 'buyer' or private.state_of_link(link) in ('replaced', 'withdrawn') then
    return;
  end if;
  insert into public.quotation_events (quotation_id, version_id, kind, actor_name)
  values (link.quotation_id, link.version_id, 'seen', private.name_on_link(link)) on conflict do nothing;
end
$$;

-- Those of the inquiries that colleagues share.
create function private.colleagues_quotations() returns table (version public.quotation_versions, sent_by text)
language sql stable security definer set search_path = '' as $$
  select last_sent.version, lead.name
  from private.colleagues_inquiries() as lead join public.quotations as quotation on lead_id = lead.id
  cross join lateral (
    select sent as version from public.quotation_versions as sent where quotation_id = quotation.id and sent_at is not null order by revision desc limit 1
  ) as last_sent
$$;

create or replace function private.my_quotations() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'number', quotation.number, 'revision', version.revision, 'reference', private.lead_reference(quotation.lead_id),
    'state', case when quotation.state = 'sent' and version.valid_until < private.day_in_india(now()) then 'expired' else quotation.state end,
    'total_paise', case when quotation.state <> 'withdrawn' then version.total_paise end,
    'sent_at', version.sent_at, 'valid_until', version.valid_until, 'sent_by', sent_by
  ) order by version.sent_at desc, quotation.number), '[]')
  from (
    select own.*, null as sent_by from private.own_quotations() as own
    union all
    select (shared.version).*, shared.sent_by from private.colleagues_quotations() as shared
  ) as version join public.quotations as quotation on quotation.id = version.quotation_id
$$;

-- The ten newest links of an account stay, so that pages in other tabs do, too.
create or replace function private.open_my_quotation(number text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address constant text := (select email from auth.users where id = auth.uid());
  own public.quotation_versions;
  colleague uuid;
begin
  select version.* into own from private.own_quotations() as version
  join public.quotations as quotation on quotation.id = version.quotation_id and quotation.number = open_my_quotation.number;
  if own.id is null then
    colleague := auth.uid();
    select (shared.version).* into own from private.colleagues_quotations() as shared
    join public.quotations as quotation on quotation.id = (shared.version).quotation_id and quotation.number = open_my_quotation.number;
  end if;
  if own.id is null then
    return null;
  end if;
  delete from public.quotation_links where id in (
    select id from public.quotation_links
    where quotation_id = own.quotation_id and purpose = 'buyer' and email = address order by created_at desc, id offset 9
  );
  insert into public.quotation_links (quotation_id, version_id, purpose, hash, email, colleague_id)
  values (own.quotation_id, own.id, 'buyer', private.link_hash(token), address, colleague);
  return token;
end
$$;

-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create or replace function private.data_of(address text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
begin
  return jsonb_build_object(
    'email', address,
    'leads', (select coalesce(jsonb_agg(
      to_jsonb(lead) - array['search_text', 'lines_hash', 'link', 'erased_at', 'contact_id'] || jsonb_build_object(
        'reference', private.lead_reference(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link') or lower(actor_email) = lower(lead.email)))
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (
      select coalesce(jsonb_agg(private.sent_quotation(quotation) order by quotation.created_at), '[]')
      from public.quotations as quotation where quotation.id = any (quotation_ids) and number is not null
    ),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'value', jsonb_strip_nulls(jsonb_build_object('note', note)) || value, 'created_at', created_at,
      'actor', case when actor_id is null then actor_name else 'seller' end
    ) order by number), '[]') from public.quotation_events left join private.approval_notes on event_number = number
      where contact_id = contact),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'to', case when lower(recipient) = lower(address) then recipient else 'seller' end, 'state', state,
      'created_at', created_at, 'sent_at', sent_at
    ) order by created_at), '[]') from public.outbox where lower(recipient) = lower(address) or lead_id = any (leads)
      or version_id in (select id from public.quotation_versions where quotation_id = any (quotation_ids))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'shares_with_colleagues', (
        select jsonb_build_object('domain', domain, 'since', since) from private.team_members where user_id = users.id
      ), 'sessions', (
        select jsonb_agg(jsonb_build_object(
          'device', user_agent, 'network_address', ip, 'created_at', session.created_at, 'used_at', session.updated_at
        ) order by session.created_at) from auth.sessions as session where session.user_id = users.id
      )
    )), '[]') from auth.users left join public.profiles as profile on profile.id = users.id where users.id = any (accounts)),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id where user_id = any (accounts)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by created_at), '[]')
      from public.list_views as list_view where owner_id = any (accounts)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]')
      from auth.audit_log_entries as entry where lower(payload ->> 'actor_username') = lower(address)),
    'requests', (select coalesce(jsonb_agg(to_jsonb(request) - array['id', 'email', 'closed_by', 'contact_id'] order by created_at), '[]')
      from public.privacy_requests as request where contact_id = contact)
  ) || jsonb_strip_nulls(jsonb_build_object(
    'contact', (select jsonb_build_object(
      'name', person.name, 'phone', phone, 'designation', designation, 'company', company.name, 'created_at', person.created_at
    ) from public.contacts as person left join public.companies as company on company.id = company_id where person.id = contact and erased_at is null)
  ));
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := array(select distinct contact_id from public.leads where id = any (ids) and contact_id is not null);
  employers constant uuid[] := array(select company_id from public.contacts where id = any (people));
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(private.lead_reference(id))) from unnest(ids) as id
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from private.shared_inquiries where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, contact_id = null, erased_at = now()
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
  perform private.drop_contacts(people, employers);
end
$$;

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
  employers constant uuid[] := array(select company_id from public.contacts where id = contact);
  counts jsonb;
  statement text;
begin
  perform private.lock_for_erasure(leads, quotation_ids) where dry_run is not true;
  select jsonb_object_agg(key, jsonb_array_length(value))
    || jsonb_build_object('quotations', cardinality(quotation_ids)) || private.kept_of(quotation_ids)
  into counts from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array';
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where lower(email) = lower(address);
  delete from public.quotation_events where contact_id = contact;
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from public.outbox where kind = 'data_link' and lower(recipient) = lower(address)
  on conflict (hash) do nothing;
  delete from public.outbox where lower(recipient) = lower(address);
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, contact_id = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where contact_id = contact;
  delete from public.list_views where lower(address) = any (regexp_split_to_array(lower(settings::text), '[\s",;:<>()]+'));
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  delete from private.teams as left_one where not exists (select from private.team_members where domain = left_one.domain and since is not null);
  -- Its address stays where an accepted quotation does, for the law.
  update public.contacts set name = null, phone = null, designation = null, company_id = null, erased_at = now() where id = contact;
  perform private.drop_contacts(array[contact], employers);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

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

-- {"company", "gstin_kind", "teams": domains at which people share, "people": [{"id", "name", "email", "phone", "designation", "leads",
-- "shares_at": a domain, "is_added": by staff, "can_share": has an account whose address is proven}], "leads": the newest, "quotations": the
-- newest, "states": [{"state", "count", "paise"}] of quotations, "bought": [{"name", "quantity", "paise", "on"}] in the last twelve
-- months, "merged": [{"id", "name"}]}.
create or replace function private.company_details(company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.companies;
  people uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  select * into found_one from public.companies where id = company;
  if not found then
    perform private.refuse_change(null, null, 'company');
  end if;
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
      select leads.id, private.lead_reference(leads.id) as reference, name, state, assigned_email, leads.created_at
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
        sum((line ->> 'quantity')::bigint * (line ->> 'price_paise')::bigint) as paise, max(private.day_in_india((accepted ->> 'at')::timestamptz)) as on
      from public.quotation_versions cross join lateral jsonb_array_elements(private.chosen_lines(content, accepted -> 'choice')) as line
      where contact_id = any (people) and (accepted ->> 'at')::timestamptz > now() - interval '1 year' and line -> 'is_charge' is distinct from 'true'
      group by 1
    ) as row),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.companies where merged_into = company)
  );
end
$$;

CREATE OR REPLACE TRIGGER follow_details AFTER UPDATE OF accepted ON public.quotation_versions FOR EACH ROW WHEN (((old.accepted IS NULL) AND (new.accepted IS NOT NULL))) EXECUTE FUNCTION private.follow_details();

comment on table private.teams is 'What the members of a team propose for its quotations, by their domain.';

comment on table private.team_members is 'What accounts have answered when they were asked to share: since when they do, null where not.';

comment on column private.team_members.email is 'The address of that time, in lower case: with another one the account is no member.';

comment on column private.team_members.added_by is 'Who of the staff has added an account of another domain.';

comment on table private.shared_inquiries is 'The inquiries that a team sees, also once their sender has left it.';

comment on function public.my_inquiries() is 'The inquiries that the caller has sent while signed in, or without an account with the address that the caller''s account has proven, and those that colleagues share, with "sent_by", newest first, at most 200 of each.';

comment on column public.quotation_links.colleague_id is 'The account that the inquiry is shared with: the link works while it is, to read alone.';

comment on function public.my_quotations() is 'The quotations of the caller''s own inquiries, and of those that colleagues share, by the last revision that was sent: [{"number", "revision", "reference": of the inquiry, "state", "total_paise", "sent_at", "valid_until", "sent_by": a colleague}].';

comment on function public.open_my_quotation(pg_catalog.text) is 'The token of a new link to the quotation of that number, which is one of the caller''s own, or to read one that a colleague shares; null for any other.';

revoke all on function private.proven_domain(account uuid) from public, anon, authenticated, service_role;

revoke all on function private.team_of(account uuid) from public, anon, authenticated, service_role;

revoke all on function private.colleagues_inquiries() from public, anon, authenticated, service_role;

revoke all on function private.own_inquiry_as_json(mine public.leads) from public, anon, authenticated, service_role;

revoke all on function private.colleagues_inquiry_as_json(shared public.leads) from public, anon, authenticated, service_role;

revoke all on function private.is_shared_with(colleague uuid, quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.colleagues_quotations() from public, anon, authenticated, service_role;

revoke all on function private.follow_details() from public, anon, authenticated, service_role;

revoke all on function public.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function private.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function public.add_to_team(contact uuid, domain text) from public, anon, authenticated, service_role;
grant execute on function public.add_to_team(contact uuid, domain text) to authenticated, service_role;

revoke all on function private.add_to_team(contact uuid, domain text) from public, anon, authenticated, service_role;
grant execute on function private.add_to_team(contact uuid, domain text) to authenticated, service_role;

revoke all on function public.my_company() from public, anon, authenticated, service_role;
grant execute on function public.my_company() to authenticated, service_role;

revoke all on function private.my_company() from public, anon, authenticated, service_role;
grant execute on function private.my_company() to authenticated, service_role;

revoke all on function private.save_company_details(gstin text, billing_address text) from public, anon, authenticated, service_role;
grant execute on function private.save_company_details(gstin text, billing_address text) to authenticated, service_role;

revoke all on function public.save_company_details(gstin text, billing_address text) from public, anon, authenticated, service_role;
grant execute on function public.save_company_details(gstin text, billing_address text) to authenticated, service_role;

revoke all on function public.share_inquiry(reference text, shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.share_inquiry(reference text, shares boolean) to authenticated, service_role;

revoke all on function private.share_inquiry(reference text, shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.share_inquiry(reference text, shares boolean) to authenticated, service_role;

revoke all on function public.share_with_colleagues(shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.share_with_colleagues(shares boolean) to authenticated, service_role;

revoke all on function private.share_with_colleagues(shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.share_with_colleagues(shares boolean) to authenticated, service_role;
-- Written until here.
