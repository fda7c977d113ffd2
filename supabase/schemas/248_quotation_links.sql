-- The links by which buyers and their colleagues open quotations, and the choices that they make there.

-- The owner of a quotation, or the deputy meanwhile, while on the staff; null without one.
create function private.owner_address(quotation uuid) returns text
language sql stable set search_path = '' as $$
  select users.email from public.quotations
  join public.profiles on profiles.id = private.acting_for(owner_id) and (is_admin or is_sales) join auth.users on users.id = profiles.id
  where quotations.id = quotation and private.is_deliverable(users.email)
$$;

-- Where the seller hears of a quotation: its owner, else the addresses of notices.
create function private.seller_addresses(quotation uuid) returns setof text
language sql stable set search_path = '' as $$
  select owner from private.owner_address(quotation) as owner where owner is not null
  union all
  select unnest(notice_emails) from public.site_settings where private.owner_address(quotation) is null
$$;

-- The link of a token, for those purposes. One that was ended is answered as one that never was, and so is that of an account which
-- no longer shares with its buyer.
create function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null;
  if link.colleague_id is not null then
    if not exists (
      select from public.quotations join private.shared_inquiries as shared on shared.lead_id = quotations.lead_id
      where quotations.id = link.quotation_id and domain = private.team_of(link.colleague_id)
    ) then
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

-- The state of a link's page: that of its quotation, or replaced once a later revision is sent, or expired.
create function private.state_of_link(link public.quotation_links) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when quotation.state = 'withdrawn' then 'withdrawn'
    when exists (
      select from public.quotation_versions as later
      where later.quotation_id = quotation.id and later.revision > version.revision and later.sent_at is not null
    ) then 'replaced'
    when quotation.state = 'sent' and version.valid_until < private.day_in_india(now()) then 'expired'
    else quotation.state
  end
  from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
  where version.id = link.version_id
$$;

-- The version of a link, unless it shows nothing any more.
create function private.shown_version(token text, purposes text[] default '{buyer}') returns public.quotation_versions
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, purposes);
  version public.quotation_versions;
begin
  perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  select * into version from public.quotation_versions where id = link.version_id;
  return version;
end
$$;

-- The version of a link whose quotation nobody else changes until the end of the transaction.
-- Refuses a state in which that is not done, with a sentence that says which.
create function private.locked_version(link public.quotation_links, states text[]) returns public.quotation_versions
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
  state text;
begin
  perform from public.quotations where id = link.quotation_id for update;
  -- Statements of their own see what the one before has waited for.
  perform private.require(
    exists (select from public.quotation_links where id = link.id), 'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  state := private.state_of_link(link);
  select * into version from public.quotation_versions where id = link.version_id;
  perform private.require(state = any (states), case state
    when 'replaced' then 'A later revision has replaced this quotation. Ask for the current one.'
    when 'withdrawn' then 'This quotation was withdrawn.'
    when 'expired' then format('This quotation was valid until %s. Ask for a change, and we can extend it.', to_char(version.valid_until, 'FMDD Mon YYYY'))
    when 'change_asked' then 'A change was requested: a new revision will follow.'
    else format('Already %s by %s', state, coalesce(version.accepted ->> 'name', (
      select actor_name from public.quotation_events where version_id = version.id and kind = state order by number desc limit 1
    ), 'the seller'))
  end, case when state in ('replaced', 'withdrawn') then 'PT410' else 'PT409' end);
  return version;
end
$$;

-- A text that a buyer gives, trimmed; null where there is none.
create function private.cleaned_text(name text, value text, longest integer, is_required boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
begin
  value := nullif(private.trimmed(value), '');
  perform private.require(value is not null or not is_required, format('%s is missing', name), '22023');
  perform private.require(coalesce(char_length(value), 0) <= longest, format('%s may have at most %s characters', name, longest), '22023');
  return value;
end
$$;

-- The choice among a content's quantities and options; refuses one that names others.
create function private.checked_choice(content jsonb, choice jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  choice := coalesce(nullif(choice, 'null'), '{}');
  perform private.require(
    choice - array['quantities', 'options'] = '{}'
    and not exists (
      select from jsonb_each(choice -> 'quantities') as chosen (line_id, index)
      where not exists (
        select from jsonb_array_elements(content -> 'lines') as line, generate_series(1, jsonb_array_length(line -> 'quantities')) as number
        where line ->> 'id' = chosen.line_id and chosen.index::text = (number - 1)::text
      )
    )
    and not exists (
      select from jsonb_each(choice -> 'options') as chosen (word, line_id)
      where not exists (
        select from jsonb_array_elements(content -> 'lines') as line where line ->> 'option' = chosen.word and line -> 'id' = chosen.line_id
      )
    ),
    'This quotation has no such choice. Please load the page again.', '22023'
  );
  return choice;
end
$$;

-- The figures of a sent version for a choice, by the rules and the taxes that it was sent with.
create function private.figures_of_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.quotation_figures(
    private.chosen_lines(version.content, private.checked_choice(version.content, choice)), version.content -> 'discount',
    coalesce(version.frozen #>> '{place,tax}', private.place_of_supply(version.frozen -> 'seller', version.content -> 'buyer') ->> 'tax'),
    (version.frozen #>> '{seller,rounds_off}')::boolean
  )
$$;

-- The figures of a choice that is accepted. Nothing is accepted for nothing, also of versions that were sent before this was a rule.
create function private.accepted_figures(version public.quotation_versions, choice jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  figures constant jsonb := private.figures_of_choice(version, choice);
begin
  perform private.require((figures ->> 'total')::numeric > 0, 'A quotation with a total of zero cannot be accepted. Please write to us.', '22023');
  return figures;
end
$$;

-- The choice with every part that counts; refuses one that leaves something to be guessed.
create function private.required_choice(content jsonb, choice jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  whole constant jsonb := private.whole_choice(content, private.checked_choice(content, choice));
begin
  perform private.require('{"quantities": {}, "options": {}}' || coalesce(nullif(choice, 'null'), '{}') @> whole, 'Choose one of each option, and a quantity of each gift. Please load the page again.', '22023');
  return whole;
end
$$;

-- Who writes by a link, as far as is known: the buyer, or the colleague as the buyer has named them.
create function private.name_on_link(link public.quotation_links) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(case link.purpose when 'buyer' then version.content #>> '{buyer,name}' else (
    select value ->> 'name' from public.quotation_events
    where version_id = version.id and kind = 'approval_asked' and value ->> 'email' = link.email order by number desc limit 1
  ) end, link.email, 'The buyer')
  from public.quotation_versions as version where version.id = link.version_id
$$;

-- Adds what was done by a link to the history, with the address of the colleague whose link it is. The same again, after a lost
-- answer, is not stored twice. The buyer and each colleague may do each so often a day, and a decision of the buyer is always
-- stored, so that no link uses up what another may do.
create function private.record_by_link(link public.quotation_links, kind text, value jsonb, name text default null) returns void
language plpgsql set search_path = '' as $$
declare
  author constant jsonb := case link.purpose
    when 'buyer' then '{"by": "buyer"}' else jsonb_build_object('by', 'approver', 'email', link.email)
  end;
  input constant jsonb := jsonb_strip_nulls(value) || author;
  actor constant text := coalesce(name, private.name_on_link(link));
begin
  perform from (
    select * from public.quotation_events as event where event.version_id = link.version_id order by event.number desc limit 1
  ) as last where (last.kind, last.value, last.actor_name) = (record_by_link.kind, input, actor) and last.created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.quotation_events as event
  where event.quotation_id = link.quotation_id and event.kind = record_by_link.kind and event.value @> author
    and event.created_at > now() - interval '1 day' offset case link.purpose when 'buyer' then 99 else 19 end;
  perform private.require(not found or kind in ('accepted', 'declined', 'change_asked'), 'Too many messages were sent here today. Please write to us.', 'PT429');
  perform private.record_quotation_event(link.quotation_id, link.version_id, kind, input, actor);
end
$$;
