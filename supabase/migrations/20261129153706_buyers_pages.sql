-- buyers pages
select set_config('lock_timeout', '5s', true);

alter table public.seller_profile
  add column next_steps text constraint seller_profile_next_steps_length check (char_length(next_steps) <= 1000);

-- Written by npm run migration from supabase/schemas.
-- What a version that was sent shows its buyer: {"number", "revision", "sent_at", "valid_until", "buyer", "message", "terms", "discount",
-- "lines", "seller", "place", "rounds_off", "credit_note", "figures": of what is seen first}. The rules by which the seller works stay
-- with the seller.
create function private.version_as_sent(version public.quotation_versions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', (select number from public.quotations where id = version.quotation_id), 'revision', version.revision,
    'sent_at', version.sent_at, 'valid_until', version.valid_until, 'buyer', (version.content -> 'buyer') - array['place_reason', 'is_pharmaceutical'],
    'message', version.content -> 'message', 'terms', version.content -> 'terms', 'discount', version.content -> 'discount',
    'lines', version.content -> 'lines', 'seller', (
      select jsonb_object_agg(key, value) from jsonb_each(version.frozen -> 'seller')
      where key in ('legal_name', 'address', 'gstin', 'state', 'is_composition', 'bank_details', 'email', 'phones', 'logo_url', 'colour')
    ),
    'place', version.frozen -> 'place', 'rounds_off', coalesce(version.frozen #> '{seller,rounds_off}', 'true'),
    'credit_note', version.frozen #> '{seller,credit_note}', 'figures', version.frozen -> 'figures'
  )
$$;

-- The version that a revision replaced; null where its buyer had another address, and has not read it.
create function private.version_before(version uuid) returns public.quotation_versions
language sql stable security definer set search_path = '' as $$
  select earlier.* from public.quotation_versions as later join public.quotation_versions as earlier on earlier.quotation_id = later.quotation_id
  where later.id = version and earlier.revision < later.revision and earlier.sent_at is not null
    and lower(earlier.content #>> '{buyer,email}') = lower(later.content #>> '{buyer,email}')
  order by earlier.revision desc limit 1
$$;

-- A sent version's lines with the stored sizes of their pictures.
create function private.lines_with_widths(content jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(line || jsonb_build_object(
    'image_widths', coalesce(
      case when product.image_url = line ->> 'image_url' then product.image_widths end,
      (
        select picture.widths from public.product_pictures as picture
        where picture.product_id = product.id and picture.url = line ->> 'image_url' limit 1
      )
    )
  ) order by position), '[]')
  from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  left join public.products as product on product.id::text = line ->> 'product_id'
$$;

-- As version_as_sent, with {"state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sha256", "accepted", "comments", "approvals", "needs_code", "site"}, for a colleague "asked": the choice, and for the
-- buyer "before": the version that this one replaced, until it is accepted, and "next_steps" then.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
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
    when link.purpose = 'approval' then jsonb_build_object(
      'asked', private.asked_choice(link) -> 'choice', 'figures', private.figures_of_choice(version, private.asked_choice(link) -> 'choice')
    )
    when state = 'accepted' then jsonb_build_object('next_steps', (select next_steps from public.seller_profile))
    else jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

-- What an e-mail says of a version: the choice that its event is about, what was accepted of it, or what its buyer sees first. Null
-- without one. The event's note is the asker's alone.
create or replace function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
      'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
      'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
      'accepted', version.accepted,
      'before', (
        select to_jsonb(earlier) || jsonb_build_object('number', quotation.number)
        from private.version_before(version.id) as earlier where earlier.id is not null and event.number is null
      ),
      'asked', case when event.value ? 'choice' then visible.version end,
      'event', case when event.number is not null then jsonb_build_object('kind', event.kind, 'name', event.actor_name, 'value', event.value, 'note', (
        select note from private.approval_notes as private_note where private_note.event_number = event.number
      )) end
    )
    from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
    left join public.quotation_events as event on event.number = mailed_quotation.event_number
    cross join lateral (select case
      when event.value ? 'choice' then event.value || jsonb_build_object('figures', private.figures_of_choice(version, event.value -> 'choice'))
      else coalesce(version.accepted, version.frozen)
    end as version) as visible
    where version.id = mailed_quotation.version_id
  );
end
$$;

comment on column public.seller_profile.next_steps is 'What happens after an acceptance, as a buyer reads it then; it is in no version.';

revoke all on function private.version_as_sent(version public.quotation_versions) from public, anon, authenticated, service_role;

revoke all on function private.version_before(version uuid) from public, anon, authenticated, service_role;

revoke all on function private.lines_with_widths(content jsonb) from public, anon, authenticated, service_role;
-- Written until here.
