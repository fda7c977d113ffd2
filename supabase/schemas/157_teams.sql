-- Colleagues who share their inquiries and baskets (product.md, section 2, Your company). A team is the own domain of its members' proven addresses.
-- It follows from nothing that staff keep of companies: no merge, and no company that is guessed, shows the inquiries of one to another.

create table private.teams (
  domain text primary key,
  gstin text constraint teams_gstin_form check (gstin ~ '^[0-9A-Z]{15}$'),
  billing_address text constraint teams_billing_address_length check (char_length(billing_address) <= 400)
);
comment on table private.teams is 'What the members of a team propose for its quotations, by their domain.';

create table private.team_members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  domain text not null,
  email text not null,
  since timestamptz,
  added_by text
);
comment on table private.team_members is 'What accounts have answered when they were asked to share: since when they do, null where not.';
comment on column private.team_members.email is 'The address of that time, in lower case: with another one the account is no member.';
comment on column private.team_members.added_by is 'Who of the staff has added an account of another domain.';
create index team_members_of_team on private.team_members (domain);

create table private.shared_inquiries (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  domain text not null
);
comment on table private.shared_inquiries is 'The inquiries that a team sees, also once their sender has left it.';
create index shared_inquiries_of_team on private.shared_inquiries (domain);

create table private.shared_baskets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  domain text not null,
  basket text not null constraint shared_baskets_basket_form check (char_length(basket) <= 100000 and basket ~ '^[A-Za-z0-9_-]+$'),
  products integer not null constraint shared_baskets_products_range check (products between 1 and 1000),
  created_at timestamptz not null default now()
);
comment on table private.shared_baskets is 'The baskets that a team sees, for as long as a link''s keys open their products at least.';
comment on column private.shared_baskets.basket is 'What the link of the basket carries, written by a browser.';
create index shared_baskets_of_team on private.shared_baskets (domain, created_at desc);
create index shared_baskets_of_account on private.shared_baskets (user_id);

create table private.delivery_places (
  user_id uuid primary key references auth.users (id) on delete cascade,
  places jsonb not null
);
comment on table private.delivery_places is
  'Where an account has gifts delivered, to choose from: [{"title", "recipient", "phone", "address", "city", "pin_code"}].';

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

-- What the caller's team shares of baskets.
create function private.team_baskets() returns setof private.shared_baskets
language sql stable security definer set search_path = '' as $$
  select * from private.shared_baskets
  where domain = (select private.team_of(auth.uid())) and created_at > now() - interval '60 days'
$$;

-- {"domain": whose colleagues the caller may share with, "is_asked", "since": when the caller began to share, "delivery_places": the
-- caller's own, missing without any}; and for members "members": [{"email", "since"}], "gstin", "billing_address" and "baskets": [{"id",
-- "shared_by": null of one who left, "shared_at", "products", "is_own"}]. The domain is null of an address that is not proven, or of a public mail host.
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
  ) || jsonb_strip_nulls(jsonb_build_object('delivery_places', (select places from private.delivery_places where user_id = auth.uid())))
  || case when team is null then '{}' else jsonb_build_object(
    'members', (
      select jsonb_agg(jsonb_build_object('email', users.email, 'since', member.since) order by member.since, users.email)
      from private.team_members as member join auth.users on users.id = user_id where member.domain = team and private.team_of(user_id) = team
    ),
    'gstin', (select gstin from private.teams where domain = team), 'billing_address', (select billing_address from private.teams where domain = team),
    'baskets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', basket.id, 'shared_by', case when private.team_of(user_id) = team then users.email end, 'shared_at', basket.created_at, 'products', products, 'is_own', user_id = auth.uid()
      ) order by basket.created_at desc, basket.id), '[]')
      from private.team_baskets() as basket join auth.users on users.id = user_id
    )
  ) end;
end
$$;
select private.expose('my_company',
  'The company that the caller may share with, or does: {"domain", "is_asked", "since"}, for members {"members", "gstin", "billing_address", "baskets"}; and the caller''s own "delivery_places".');

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

-- The same basket again is listed once, with its new date.
create function private.share_basket(basket text, products integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
begin
  perform private.require(team is not null, 'You do not share with colleagues');
  -- Baskets of one account wait for each other.
  perform from private.team_members where user_id = auth.uid() for update;
  delete from private.shared_baskets as stored where user_id = auth.uid() and stored.basket = share_basket.basket;
  perform private.require(
    20 > (select count(*) from private.shared_baskets where user_id = auth.uid() and created_at > now() - interval '60 days'), 'You share 20 baskets. Stop sharing one first.', '22023'
  );
  insert into private.shared_baskets (user_id, domain, basket, products) values (auth.uid(), team, share_basket.basket, share_basket.products);
end
$$;
select private.expose('share_basket',
  'Shows colleagues who share what the link of a basket carries, for 60 days: at most 20 of an account. For members of a team.');

create function private.open_shared_basket(id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select basket from private.team_baskets() as shared where shared.id = open_shared_basket.id
$$;
select private.expose('open_shared_basket',
  'What the link of a basket carries that the caller''s team shares, by its id in my_company(); null of any other.');

create function private.end_shared_basket(id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.shared_baskets as shared where shared.id = end_shared_basket.id and user_id = auth.uid()
$$;
select private.expose('end_shared_basket', 'Ends the sharing of a basket of the caller''s own; nothing for any other.');

-- They are the account's own, whether it shares or not.
create function private.save_delivery_places(places jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cleaned constant jsonb := private.cleaned_places(places, '{
    "title": ["Title", "text", 60], "recipient": ["Recipient", "name", 200], "phone": ["Phone", "text", 50], "address": ["Address", "name", 150],
    "city": ["City", "text", 48], "pin_code": ["PIN code", "text", 10]
  }');
begin
  delete from private.delivery_places where user_id = auth.uid() and cleaned = '[]';
  insert into private.delivery_places as stored (user_id, places) select auth.uid(), cleaned where cleaned <> '[]'
  on conflict (user_id) do update set places = excluded.places;
end
$$;
select private.expose('save_delivery_places',
  'Stores the caller''s own delivery places, at most 20: [{"title", "recipient", "phone", "address", "city", "pin_code"}].');
