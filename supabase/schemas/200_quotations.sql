-- Quotations: what a lead is offered, at which prices, and what its buyer has decided (product.md, section 2, Quotations).
-- Every change goes through a function of its action; no role of the API writes these tables.

create table public.seller_profile (
  id uuid primary key default '00000000-0000-4000-8000-000000000002'
    constraint seller_profile_id_only check (id = '00000000-0000-4000-8000-000000000002'),
  legal_name text constraint seller_profile_legal_name_length check (char_length(legal_name) <= 200),
  address text constraint seller_profile_address_length check (char_length(address) <= 400),
  gstin text constraint seller_profile_gstin_form check (private.is_gstin(gstin)),
  state text constraint seller_profile_state_form check (state ~ '^[0-9]{2}$'),
  is_composition boolean not null default false,
  bank_details text constraint seller_profile_bank_details_length check (char_length(bank_details) <= 1000),
  terms text constraint seller_profile_terms_length check (char_length(terms) <= 5000),
  credit_note text constraint seller_profile_credit_note_length check (char_length(credit_note) <= 1000),
  number_series text not null default 'GW' constraint seller_profile_number_series_form check (number_series ~ '^[A-Z]{1,4}$'),
  min_hsn_digits smallint not null default 4 constraint seller_profile_min_hsn_digits_known check (min_hsn_digits in (0, 4, 6, 8)),
  rounds_off boolean not null default true,
  valid_days smallint not null default 15 constraint seller_profile_valid_days_range check (valid_days between 1 and 365),
  discount_limit numeric(5, 2) constraint seller_profile_discount_limit_range check (discount_limit between 0 and 100),
  needs_code boolean not null default false,
  kept_years smallint default 8 constraint seller_profile_kept_years_range check (kept_years between 1 and 20),
  version integer not null default 0,
  lut_number text constraint seller_profile_lut_number_length check (char_length(lut_number) <= 50),
  lut_valid_until date constraint seller_profile_lut_valid_until_ends_a_year check (extract(month from lut_valid_until) = 3 and extract(day from lut_valid_until) = 31),
  next_steps text constraint seller_profile_next_steps_length check (char_length(next_steps) <= 1000),
  couriers text
    constraint seller_profile_couriers_length check (char_length(couriers) <= 5000)
    constraint seller_profile_couriers_form check (couriers ~ '^([^\n]{1,100} https://\S*\{number\}\S*(\n|$))+$'),
  constraint seller_profile_state_of_gstin check (gstin is null or state is null or left(gstin, 2) = state)
);
comment on table public.seller_profile is 'One row at most: what quotations say of the seller, and their rules. Staff read it, administrators write it.';
comment on column public.seller_profile.state is 'The code that begins a GSTIN of that state; a GSTIN decides where there is one.';
comment on column public.seller_profile.credit_note is 'The owner''s text on input tax credit for gifts, to which a quotation''s hint leads; null shows none.';
comment on column public.seller_profile.min_hsn_digits is 'How many digits an HSN has at least, by the turnover of the year before; 0 asks for none.';
comment on column public.seller_profile.discount_limit is 'In per cent of a quotation''s amount: more needs an administrator. Null for no limit.';
comment on column public.seller_profile.needs_code is 'Whether who accepts enters a code that was sent to the quotation''s address.';
comment on column public.seller_profile.kept_years is 'How long the legal copy of an accepted quotation stays when its person is erased; null is read as 8.';
comment on column public.seller_profile.lut_number is 'The reference of the letter of undertaking under which exports and supplies to special economic zones bear no IGST.';
comment on column public.seller_profile.lut_valid_until is 'The end of its financial year, on 31 March.';
comment on column public.seller_profile.couriers is 'A line each: the name, and the link by which a parcel is tracked, with {number} for its number.';
comment on column public.seller_profile.next_steps is 'What happens after an acceptance, as a buyer reads it then; it is in no version.';

-- What the numbers of quotations and the references of leads begin with, also for a caller who may not read the seller's details.
create function private.number_series() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select number_series from public.seller_profile), 'GW')
$$;

create table public.quotations (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.leads (id) on delete set null,
  number text constraint quotations_number_unique unique constraint quotations_number_form check (number ~ '^[A-Z]{1,4}[0-9]{4}/[0-9]{4,6}$'),
  state text not null default 'draft'
    constraint quotations_state_known check (state in ('draft', 'sent', 'accepted', 'declined', 'change_asked', 'withdrawn')),
  owner_id uuid references auth.users (id) on delete set null,
  -- As it was then; it stays when the account is deleted.
  owner_email text not null,
  created_at timestamptz not null default clock_timestamp(),
  erase_on date,
  contact_id uuid references public.contacts (id) on delete set null
);
comment on table public.quotations is 'The quotations of leads. Its number is given when it is first sent.';
comment on column public.quotations.state is 'What was last done. Expired is computed: sent, and valid_until of the version that is in force before today in India.';
comment on column public.quotations.contact_id is 'The buyer of its latest version.';
comment on column public.quotations.erase_on is 'When the legal copy of a person who was forgotten is deleted; null of everyone else.';
create index quotations_of_lead on public.quotations (lead_id);
create index quotations_of_owner on public.quotations (owner_id);
create index quotations_of_contact on public.quotations (contact_id);
create index quotations_newest on public.quotations (created_at desc, id desc);

create table public.quotation_versions (
  id uuid primary key default gen_random_uuid(),
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  revision smallint not null constraint quotation_versions_revision_range check (revision between 1 and 99),
  saves integer not null default 0,
  content jsonb not null,
  valid_until date not null constraint quotation_versions_valid_until_range check (valid_until between '2000-01-01' and '2999-12-31'),
  sent_at timestamptz,
  frozen jsonb,
  sha256 text constraint quotation_versions_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  accepted jsonb,
  total_paise bigint not null,
  contact_id uuid references public.contacts (id) on delete set null,
  constraint quotation_versions_revision_unique unique (quotation_id, revision),
  constraint quotation_versions_sent_whole check (num_nulls(sent_at, frozen, sha256) in (0, 3))
);
comment on table public.quotation_versions is 'The revisions of each quotation. One that is sent never changes, except for how long it is valid and how it was accepted.';
comment on column public.quotation_versions.saves is 'How often the quotation was saved, so that two windows do not overwrite each other; a revision counts on.';
comment on column public.quotation_versions.content is
  'What the seller wrote: {"buyer", "message", "terms", "discount", "lines"}; amounts in paise, rates in hundredths of a per cent.';
comment on column public.quotation_versions.frozen is
  'What was computed when it was sent: {"seller", "place", "choice", "figures"}, of the choice that the buyer sees first.';
comment on column public.quotation_versions.sha256 is 'Of its number, revision, content and frozen figures.';
comment on column public.quotation_versions.accepted is
  'How it was accepted: {"choice", "figures", "name", "designation", "purchase_order", "note", "at", "address", "user_agent", "by": buyer or seller}.';
comment on column public.quotation_versions.total_paise is 'Denormalised for lists: of what was accepted, else of what the buyer sees first.';
create index quotation_versions_of_product on public.quotation_versions using gin ((content -> 'lines') jsonb_path_ops);
create index quotation_versions_of_contact on public.quotation_versions (contact_id);
-- Of two columns, since the embedded API takes a unique one of the reference alone, although partial, for a relation to one.
create unique index quotation_versions_one_draft on public.quotation_versions (quotation_id, sent_at) nulls not distinct where sent_at is null;

create table public.quotation_events (
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  number bigint generated always as identity primary key,
  version_id uuid references public.quotation_versions (id) on delete cascade,
  kind text not null constraint quotation_events_kind_known check (kind in (
    'created', 'sent', 'seen', 'accepted', 'declined', 'change_asked', 'comment', 'approval_asked', 'approved', 'rejected', 'revised',
    'discarded', 'extended', 'withdrawn', 'reopened', 'link', 'details', 'purchase_order', 'artwork', 'proof_approved', 'proof_change', 'news'
  )),
  -- The account of the staff; null of a buyer, who has none.
  actor_id uuid references auth.users (id) on delete set null,
  actor_name text not null,
  value jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  contact_id uuid references public.contacts (id) on delete set null
);
comment on table public.quotation_events is 'What the seller and the buyer have done with each quotation; rows are only added.';
comment on column public.quotation_events.value is
  'Of a comment {"text", "line"}, of a decline {"reason", "text"}, of an approval that is asked for {"email", "name", "choice", "chosen", "total_paise"}, of one the same with "note", of what a colleague does their {"email"}, of an extension {"from", "until"}, of a purchase order {"text": its name, "removed"}, of others {"text"}.';
comment on column public.quotation_events.contact_id is 'The colleague whom an approval is asked of, or who has done it.';
create index quotation_events_of_contact on public.quotation_events (contact_id);
create index quotation_events_of_quotation on public.quotation_events (quotation_id, number);
create index quotation_events_of_version on public.quotation_events (version_id);
create index quotation_events_of_actor on public.quotation_events (actor_id);
create unique index quotation_events_seen_once on public.quotation_events ((version_id::text), ((created_at at time zone 'Asia/Kolkata')::date)) where kind = 'seen';

create table public.quotation_links (
  id uuid primary key default gen_random_uuid(),
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  version_id uuid not null references public.quotation_versions (id) on delete cascade,
  purpose text not null constraint quotation_links_purpose_known check (purpose in ('buyer', 'approval')),
  hash text not null constraint quotation_links_hash_unique unique constraint quotation_links_hash_form check (hash ~ '^[0-9a-f]{64}$'),
  -- The colleague's, of an approval.
  email text constraint quotation_links_email_form check (private.is_email_address(email)),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  colleague_id uuid references auth.users (id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null
);
comment on column public.quotation_links.contact_id is 'The colleague, of an approval.';
create index quotation_links_of_contact on public.quotation_links (contact_id);
comment on table public.quotation_links is 'Who opens a quotation without an account: the hash of each link''s token. A buyer''s link shows its version.';
create index quotation_links_of_quotation on public.quotation_links (quotation_id);
comment on column public.quotation_links.colleague_id is 'The account that the inquiry is shared with: the link works while it is, to read alone.';
create index quotation_links_of_colleague on public.quotation_links (colleague_id);
create index quotation_links_of_version on public.quotation_links (version_id);

create table public.buyer_details (
  quotation_id uuid primary key references public.quotations (id) on delete cascade,
  gstin text constraint buyer_details_gstin_known check (private.is_gstin(gstin)),
  billing_address text constraint buyer_details_billing_address_length check (char_length(billing_address) <= 400),
  delivery_places jsonb not null default '[]',
  given_at timestamptz not null default now()
);
comment on table public.buyer_details is 'What the buyer of a quotation has given on its page, beside what the seller has written.';
comment on column public.buyer_details.delivery_places is '[{"address", "pin_code", "quantity"}], at most 20.';

create table private.purchase_orders (
  id uuid primary key default gen_random_uuid(),
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  name text not null,
  content bytea not null constraint purchase_orders_content_length check (length(content) <= 10 * 1024 * 1024),
  given_at timestamptz not null default now()
);
comment on table private.purchase_orders is 'The files of purchase orders that buyers have attached to their quotations, which stay as long as these.';
create index purchase_orders_of_quotation on private.purchase_orders (quotation_id);

create table private.approval_notes (
  event_number bigint primary key references public.quotation_events (number) on delete cascade,
  note text not null
);
comment on table private.approval_notes is 'What a colleague has written to the asker alone, by the event of the decision; a note that the seller may read is in the event.';

create table private.quotation_numbers (
  year smallint primary key,
  last integer not null
);
comment on table private.quotation_numbers is 'The last number of each financial year of India, by the year in which it begins; taken in the transaction that sends.';

select private.set_up_managed_table('public.seller_profile', 'staff', false);
select private.enable_row_security(format('public.%I', name)::regclass, 'staff')
from unnest(array['quotations', 'quotation_versions', 'quotation_events', 'quotation_links', 'buyer_details']) as name;

-- What was sent, and what was done, stays as it was. The arguments are the columns that may change all the same. No role of the API
-- changes or deletes any of it, although the secret key's has every grant; the owner's functions delete it with its person.
create function private.freeze_quotation() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role')
    or (tg_op = 'UPDATE' and to_jsonb(new) - tg_argv::text[] <> to_jsonb(old) - tg_argv::text[]) then
    raise exception 'Sent versions and past events of a quotation cannot be changed' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_what_was_sent before update or delete on public.quotations
for each row when (old.number is not null) execute function private.freeze_quotation('lead_id', 'state', 'owner_id', 'owner_email', 'erase_on', 'contact_id');
create trigger keep_what_was_sent before update or delete on public.quotation_versions
for each row when (old.sent_at is not null) execute function private.freeze_quotation('valid_until', 'accepted', 'total_paise', 'contact_id');
create trigger keep_what_was_sent before update or delete on public.quotation_events
for each row execute function private.freeze_quotation('actor_id', 'contact_id');

-- What a quotation says of its seller now, and what decides its taxes. The website's name and address stand in for missing ones.
create function private.quotation_seller() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'legal_name', coalesce(profile.legal_name, site.name), 'address', coalesce(profile.address, site.contact_address),
    'gstin', profile.gstin, 'state', coalesce(left(profile.gstin, 2), profile.state),
    'is_composition', coalesce(profile.is_composition, false), 'bank_details', profile.bank_details,
    'credit_note', profile.credit_note, 'rounds_off', coalesce(profile.rounds_off, true), 'email', site.contact_email,
    'phones', array_remove(array[site.contact_phone, site.second_phone || coalesce(' (' || site.second_phone_label || ')', '')], null),
    'logo_url', site.logo_url, 'colour', site.colour_primary,
    'lut', case when profile.lut_number is not null and profile.lut_valid_until >= (now() at time zone 'Asia/Kolkata')::date then jsonb_build_object(
      'number', profile.lut_number, 'valid_until', profile.lut_valid_until
    ) end
  )
  from (values (true)) as one (row) left join public.seller_profile as profile on row left join public.site_settings as site on row
$$;

-- The lines that a choice makes count, in their order, with the selected quantity and its price, 0 where it has none yet. Of lines
-- with one option the first counts until another is selected, and of quantities the first.
-- choice {"quantities": {line id: index}, "options": {option: line id}}
create function private.chosen_lines(content jsonb, choice jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(line - 'quantities' || jsonb_build_object(
    'quantity', offer -> 'quantity', 'price_paise', coalesce((offer ->> 'price_paise')::bigint, 0)
  ) order by position), '[]')
  from (
    select
      line, position,
      coalesce(
        line -> 'quantities' -> (substring(choice -> 'quantities' ->> (line ->> 'id') from '^[0-3]$'))::integer, line -> 'quantities' -> 0
      ) as offer,
      row_number() over (
        partition by line ->> 'option'
        order by line ->> 'id' = choice -> 'options' ->> (line ->> 'option') desc nulls last, position
      ) as turn
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  ) as ranked
  where turn = 1 or line ->> 'option' is null
$$;

-- A choice with every part that counts: the line of each option of several, and the quantity of each line that counts and has several.
-- A part that is missing is the first.
create function private.whole_choice(content jsonb, choice jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'quantities', coalesce(jsonb_object_agg(id, case when index < offers then index else 0 end) filter (where offers > 1), '{}'),
    'options', coalesce(jsonb_object_agg(option, id) filter (where option is not null and alternatives > 1), '{}')
  )
  from (
    select
      line ->> 'id' as id, line ->> 'option' as option, jsonb_array_length(line -> 'quantities') as offers,
      coalesce(substring(choice -> 'quantities' ->> (line ->> 'id') from '^[0-3]$')::integer, 0) as index,
      count(*) over (partition by line ->> 'option') as alternatives,
      row_number() over (
        partition by line ->> 'option'
        order by line ->> 'id' = choice -> 'options' ->> (line ->> 'option') desc nulls last, position
      ) as turn
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  ) as ranked
  where turn = 1 or option is null
$$;

-- The whole choice with the smallest total. Lines are independent, so it is the cheapest quantity of each, and of an option the
-- cheapest line; of equal ones the first.
create function private.cheapest_choice(content jsonb, tax text) returns jsonb
language sql immutable set search_path = '' as $$
  with offer as (
    select line ->> 'id' as id, line ->> 'option' as option, position, number, amount + case
      when tax = 'igst' then round(amount * rate / 10000) when tax in ('cgst_sgst', 'cgst_utgst') then 2 * round(amount * rate / 20000) else 0
    end as total
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    cross join lateral jsonb_array_elements(line -> 'quantities') with ordinality as offered (offer, number)
    cross join lateral (
      select (offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0) as amount, coalesce((line ->> 'gst_rate')::numeric, 0) as rate
    ) as price
  ), cheapest as (
    select distinct on (position) * from offer order by position, total, number
  ), ranked as (
    select *, row_number() over (partition by option order by total, position) as turn from cheapest
  )
  select private.whole_choice(content, jsonb_build_object(
    'quantities', coalesce(jsonb_object_agg(id, number - 1), '{}'),
    'options', coalesce(jsonb_object_agg(option, id) filter (where option is not null and turn = 1), '{}')
  ))
  from ranked
$$;

-- A choice in words, "100 of Mug, Steel box": its first three parts, and how many more; null where there is nothing to choose.
create function private.choice_text(content jsonb, choice jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(
    array_to_string(parts[1:3], ', ') || case when cardinality(parts) > 3 then format(' and %s more', cardinality(parts) - 3) else '' end, ''
  )
  from (
    select array_agg(
      coalesce((line -> 'quantities' -> (choice -> 'quantities' ->> (line ->> 'id'))::integer ->> 'quantity') || ' of ', '')
        || (line ->> 'name') || coalesce(' in ' || (line ->> 'colour'), '') order by position
    ) as parts
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    where choice -> 'quantities' ? (line ->> 'id') or choice -> 'options' ->> (line ->> 'option') = line ->> 'id'
  ) as chosen
$$;

create function private.chosen_figures(content jsonb, choice jsonb, seller jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.quotation_figures(
    private.chosen_lines(content, choice), content -> 'discount', private.place_of_supply(seller, content -> 'buyer') ->> 'tax',
    (seller ->> 'rounds_off')::boolean
  )
$$;

-- Runs with its owner's rights, since no role of the API may compute figures.
create function private.total_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.total_paise := coalesce(
    new.accepted -> 'figures', new.frozen -> 'figures', private.chosen_figures(new.content, '{}', private.quotation_seller())
  ) ->> 'total';
  return new;
end
$$;
create trigger total before insert or update on public.quotation_versions for each row execute function private.total_quotation();
