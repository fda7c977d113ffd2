-- What buyers read of their quotations, and do with them: by the token of a link or by their account (product.md, section 2,
-- Quotations). Reading changes nothing, so a mail scanner may.

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
create function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
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
  perform private.require(coalesce(char_length(value), 0) <= longest, format('%s has at most %s characters', name, longest), '22023');
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
  perform private.require(not found or kind in ('accepted', 'declined', 'change_asked'), 'There were too many messages here today. Please write to us.', 'PT429');
  perform private.record_quotation_event(link.quotation_id, link.version_id, kind, input, actor);
end
$$;

-- A choice with what it is in words and its total, as an approval is asked for and decided.
create function private.described_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'choice', whole, 'chosen', private.choice_text(version.content, whole), 'total_paise', private.figures_of_choice(version, whole) -> 'total'
  )
  from private.whole_choice(version.content, private.checked_choice(version.content, choice)) as whole
$$;

-- What the colleague of a link was last asked to approve; 1.0.0 asked without a choice.
create function private.asked_choice(link public.quotation_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.described_choice(version, (
    select value -> 'choice' from public.quotation_events
    where version_id = version.id and kind = 'approval_asked' and lower(value ->> 'email') = lower(link.email) order by number desc limit 1
  ))
  from public.quotation_versions as version where version.id = link.version_id
$$;

-- The colleagues whose last word approves another choice of a version than the one that was accepted, with that choice.
create function private.other_approvals(version uuid) returns table (email text, name text, approved jsonb)
language sql stable security definer set search_path = '' as $$
  select last.value ->> 'email', last.actor_name, last.value
  from public.quotation_versions as decided cross join lateral (
    select distinct on (lower(value ->> 'email')) kind, actor_name, value from public.quotation_events
    where version_id = decided.id and kind in ('approved', 'rejected') order by lower(value ->> 'email'), number desc
  ) as last
  where decided.id = other_approvals.version and last.kind = 'approved' and last.value -> 'choice' <> decided.accepted -> 'choice'
$$;

-- Whom a link's quotation was shown for approval, and what was decided since each was last asked, the first who was asked first. A note to the asker is for the
-- buyer's link, and for the colleague who wrote it.
create function private.approvals_on(link public.quotation_links) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'email', regexp_replace(request.value ->> 'email', '^(.).*@', '\1…@'), 'name', request.value ->> 'name', 'state', coalesce(decided.kind, 'asked'),
    'note', coalesce(decided.value ->> 'note', case when link.purpose = 'buyer' or lower(link.email) = lower(request.value ->> 'email') then private_note.note end),
    'at', coalesce(decided.created_at, request.created_at),
    'choice', coalesce(decided.value, request.value) -> 'choice', 'chosen', coalesce(decided.value, request.value) ->> 'chosen',
    'total_paise', coalesce(decided.value, request.value) -> 'total_paise'
  ) order by request.first), '[]')
  from (
    select distinct on (lower(value ->> 'email')) number, created_at, value, min(number) over (partition by lower(value ->> 'email')) as first
    from public.quotation_events where version_id = link.version_id and kind = 'approval_asked' order by lower(value ->> 'email'), number desc
  ) as request
  left join lateral (
    select * from public.quotation_events as event
    where event.version_id = link.version_id and event.kind in ('approved', 'rejected') and lower(event.value ->> 'email') = lower(request.value ->> 'email')
      and event.number > request.number
    order by event.number desc limit 1
  ) as decided on true
  left join private.approval_notes as private_note on private_note.event_number = decided.number
$$;

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
-- buyer what given_by_buyer has, "before": the version that this one replaced, until it is accepted, and "next_steps" and "order" then.
create function private.open_quotation(token text) returns json
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
    'samples', case when link.purpose = 'buyer' then private.samples_as_json((select lead_id from public.quotations where id = link.quotation_id)) end,
    'needs_code', exists (select from public.seller_profile where needs_code), 'site', site
  ) || case
    when link.purpose = 'colleague' then '{"approvals": []}'
    when link.purpose = 'approval' then jsonb_build_object(
      'asked', private.asked_choice(link) -> 'choice', 'figures', private.figures_of_choice(version, private.asked_choice(link) -> 'choice')
    )
    when state = 'accepted' then private.given_by_buyer(link.quotation_id) || jsonb_build_object(
      'next_steps', (select next_steps from public.seller_profile), 'order', private.order_on_link(link.quotation_id)
    )
    else private.given_by_buyer(link.quotation_id) || jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

-- The gifts of a choice as my_inquiries has the lines of an inquiry, with their products as they are now.
create function private.order_again(token text, choice jsonb default null) returns json
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

create function private.price_quotation(token text, choice jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
  version public.quotation_versions;
begin
  perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  select * into version from public.quotation_versions where id = link.version_id;
  return private.figures_of_choice(version, choice);
end
$$;

-- Once a version and day, whoever reloads it, and not when the seller looks.
create function private.see_quotation(token text) returns void
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

create function private.accept_quotation(
  token text, choice jsonb, total_paise bigint, name text, designation text, purchase_order text default null, code text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  accepted_choice constant jsonb := private.required_choice(version.content, choice);
  figures constant jsonb := private.accepted_figures(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
  placed constant numeric := (select private.gifts_in(delivery_places) from public.buyer_details where quotation_id = link.quotation_id);
begin
  perform private.require(
    coalesce(placed, 0) <= (
      select coalesce(sum((line ->> 'quantity')::numeric), 1000000)
      from jsonb_array_elements(private.chosen_lines(version.content, accepted_choice)) as line where line -> 'is_charge' is distinct from 'true'
    ),
    format('Your delivery places have %s gifts, more than this choice. Correct “Your details” first.', placed), '22023'
  );
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  if exists (select from public.seller_profile where needs_code) then
    perform private.use_acceptance_code(version.id, code);
  end if;
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', accepted_choice, 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
  perform private.begin_order(link.quotation_id);
end
$$;

create function private.decline_quotation(token text, reason text, "text" text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(reason in ('price', 'date', 'product', 'other'), 'Choose a reason', '22023');
  perform private.answer_as_buyer(token, 'declined', jsonb_build_object(
    'reason', reason, 'text', private.cleaned_text('The text', "text", 5000, false)
  ));
end
$$;

create function private.ask_for_change(token text, "text" text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.answer_as_buyer(token, 'change_asked', jsonb_build_object('text', private.cleaned_text('What to change', "text", 5000)));
end
$$;

-- Stores a decision that is also possible after the validity.
create function private.answer_as_buyer(token text, decision text, value jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired}');
begin
  update public.quotations set state = decision where id = version.quotation_id;
  perform private.record_by_link(link, decision, value);
end
$$;

create function private.comment_on_quotation(token text, "text" text, line uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,accepted,declined,change_asked}');
begin
  perform private.require(
    line is null or exists (select from jsonb_array_elements(version.content -> 'lines') as listed where listed ->> 'id' = line::text),
    'This line is not in the quotation', '22023'
  );
  perform private.record_by_link(link, 'comment', jsonb_build_object('text', private.cleaned_text('The comment', "text", 5000), 'line', line));
end
$$;

create function private.ask_colleague(token text, email text, name text default null, choice jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  colleague constant text := private.cleaned_text('The colleague''s e-mail address', email, 254);
begin
  perform private.require(private.is_deliverable(colleague), 'Write the colleague''s address like name@company.com', '22023');
  perform private.require(
    private.normalized_mailbox(colleague) <> private.normalized_mailbox(version.content #>> '{buyer,email}'),
    'This is your own address: enter a colleague''s.', '22023'
  );
  perform from public.quotation_events where version_id = version.id and kind = 'approval_asked' offset 9;
  perform private.require(not found, 'Ten colleagues have already been asked. Please write to us.', 'PT429');
  perform private.require(
    (select taken is not null from private.take_mail(colleague)), 'This address cannot get more e-mails today. Please try again tomorrow.', 'PT429'
  );
  perform private.record_by_link(link, 'approval_asked', jsonb_build_object(
    'email', colleague, 'name', private.cleaned_text('The name', name, 200, false)
  ) || private.described_choice(version, private.required_choice(version.content, choice)));
end
$$;

-- A colleague may change their mind while the quotation is open; the last word counts. What is decided is the choice that was asked
-- about, which is that of the page, with its total. The note is the asker's alone unless the colleague shows it to the seller, too.
create function private.decide_approval(
  token text, is_approved boolean, name text, note text default null, shows_note boolean default false, total_paise bigint default null, choice jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{approval}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  asked constant jsonb := private.asked_choice(link);
  written constant text := private.cleaned_text('The note', note, 1000, false);
  decision constant text := case when is_approved then 'approved' else 'rejected' end;
begin
  perform private.require(is_approved is not null, 'Approve or reject', '22023');
  perform private.require(
    total_paise is null or total_paise = (asked ->> 'total_paise')::bigint, 'Another choice was made meanwhile. Please load this page again.', 'PT409'
  );
  perform private.require(
    choice is null or private.whole_choice(version.content, private.checked_choice(version.content, choice)) = asked -> 'choice', 'Another choice was made meanwhile. Please load this page again.', 'PT409'
  );
  perform private.record_by_link(
    link, decision, asked || jsonb_build_object('email', link.email, 'note', case when shows_note then written end), private.cleaned_text('Your name', name, 200)
  );
  insert into private.approval_notes (event_number, note)
  select max(number), written from public.quotation_events
  where version_id = version.id and kind = decision and lower(value ->> 'email') = lower(link.email) and written is not null and shows_note is not true
  having max(number) is not null
  on conflict (event_number) do update set note = excluded.note;
end
$$;

-- Of a code in any writing, for one version.
create function private.acceptance_code_hash(version uuid, code text) returns text
language sql stable security definer set search_path = '' as $$
  select private.keyed_hash(version::text || upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')))
$$;

-- The sequence that counts wrong codes of a version: a refusal undoes all else that its transaction has done. The next code begins
-- a new one.
create function private.wrong_codes(version uuid) returns text
language sql immutable set search_path = '' as $$
  select 'wrong_codes_of_' || replace(version::text, '-', '')
$$;

-- Uses up the code of a version. Ten wrong ones end it, whoever asks.
create function private.use_acceptance_code(version uuid, code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counter constant regclass := to_regclass(format('private.%I', private.wrong_codes(version)));
  wrong bigint := 10;
begin
  if counter is not null then
    execute format('select case when is_called then last_value else 0 end from %s', counter) into wrong;
  end if;
  perform private.require(wrong < 10, 'This code has ended. Request another one.', '22023');
  if not exists (
    select from public.outbox where version_id = version and kind = 'quotation_code' and created_at > now() - interval '1 hour'
      and links @> array[private.acceptance_code_hash(version, code)]
  ) then
    perform nextval(counter);
    perform private.require(false, 'This code is wrong or has expired. Request another one.', '22023');
  end if;
  delete from public.outbox where version_id = version and kind = 'quotation_code';
  execute format('drop sequence %s', counter);
end
$$;

-- Drops the counters of codes that are over.
create function private.drop_code_counters() returns void
language plpgsql set search_path = '' as $$
declare
  counter text;
begin
  for counter in
    select relname from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'S' and relname like 'wrong\_codes\_of\_%' and not exists (
      select from public.outbox
      where kind = 'quotation_code' and created_at > now() - interval '1 hour' and private.wrong_codes(version_id) = relname
    )
  loop
    execute format('drop sequence private.%I', counter);
  end loop;
end
$$;

-- The code is made when the e-mail is sent (claim_mails): 32 random bits for an hour, too many to try. The last one counts.
create function private.send_acceptance_code(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
begin
  if not exists (select from public.seller_profile where needs_code) or exists (
    select from public.outbox where version_id = version.id and kind = 'quotation_code' and created_at > now() - interval '2 minutes'
  ) then
    return;
  end if;
  perform private.require(
    (select taken is not null from private.take_mail(version.content #>> '{buyer,email}')),
    'Your address cannot get more e-mails today. Please write to us.', 'PT429'
  );
  delete from public.outbox where version_id = version.id and kind = 'quotation_code';
  execute format('drop sequence if exists private.%I', private.wrong_codes(version.id));
  execute format('create sequence private.%I', private.wrong_codes(version.id));
  insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation_code', version.content #>> '{buyer,email}');
end
$$;

-- Answers the same whatever it does, so that a link without access tells nothing. At most once in ten minutes. In place of one that
-- is withdrawn comes the newest quotation of the same inquiry and address; without one the seller is asked.
create function private.send_current_quotation(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link public.quotation_links;
  version public.quotation_versions;
  stored bigint;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null and purpose = 'buyer';
  if not found then
    return;
  end if;
  perform from public.quotations where id = link.quotation_id for update;
  version := private.sent_version(link.quotation_id);
  if private.state_of_link(link) = 'withdrawn' then
    select current.* into version
    from public.quotations as withdrawn
    join public.quotations as other on other.lead_id = withdrawn.lead_id and other.state in ('sent', 'accepted', 'change_asked')
    cross join lateral private.sent_version(other.id) as current
    where withdrawn.id = link.quotation_id and lower(current.content #>> '{buyer,email}') = lower(version.content #>> '{buyer,email}')
    order by current.sent_at desc limit 1;
    if not found then
      perform private.record_by_link(link, 'comment', '{"text": "Please send me a current quotation."}');
      return;
    end if;
  end if;
  if exists (
    select from public.outbox where version_id = version.id and kind = 'quotation' and created_at > now() - interval '10 minutes'
  ) or (select taken is null from private.take_mail(version.content #>> '{buyer,email}')) then
    return;
  end if;
  insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value)
  values (version.quotation_id, version.id, 'link', private.name_on_link(link), '{"text": "mailed again", "by": "buyer"}')
  returning number into stored;
  insert into public.outbox (version_id, kind, recipient, quotation_event)
  values (version.id, 'quotation', version.content #>> '{buyer,email}', stored);
end
$$;

-- The last revisions that were sent of the caller's quotations.
create function private.own_quotations() returns setof public.quotation_versions
language sql stable security definer set search_path = '' as $$
  select distinct on (version.quotation_id) version.* from public.quotation_versions as version
  where version.sent_at is not null
    and version.quotation_id in (select id from public.quotations where lead_id in (select id from private.own_inquiries()))
  order by version.quotation_id, version.revision desc
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

create function private.my_quotations() returns json
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
create function private.open_my_quotation(number text) returns text
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

-- What an e-mail says of a version: the choice that its event is about, what was accepted of it, or what its buyer sees first. Null
-- without one. The event's note is the asker's alone.
create function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
      'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
      'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
      'accepted', version.accepted, 'approvals', (
        select jsonb_agg(jsonb_build_object('name', name, 'chosen', approved -> 'chosen', 'total_paise', approved -> 'total_paise') order by name)
        from private.other_approvals(version.id) where event.kind = 'accepted'
      ),
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
select private.expose('open_quotation',
  'The quotation of a link''s token, as its page shows it. Of one that is withdrawn or replaced only "number", "revision", "state", "purpose" and "site". 404 for any other token.');
select private.expose('price_quotation',
  'The figures for a choice {"quantities": {line: index}, "options": {option: line}}, by a link''s token; nothing is stored.');
select private.expose('order_again', 'The gifts of a choice, of a buyer''s link, with their products as they are now, as my_inquiries has the lines of an inquiry.');
select private.expose('see_quotation', 'Notes that a buyer has seen the quotation of a link''s token, once a version and day of India; nothing for staff.');
select private.expose('accept_quotation',
  'Accepts the quotation of a buyer''s link: the choice, the total that the page shows, and who accepts; the code of send_acceptance_code where it needs one. Both sides get an e-mail. 409 where another decision was made.');
select private.expose('decline_quotation', 'Declines the quotation of a buyer''s link, by a reason: price, date, product or other, and a text. The seller is told.');
select private.expose('ask_for_change', 'Asks the seller for another revision of the quotation of a buyer''s link.');
select private.expose('comment_on_quotation', 'Comments on the quotation of a link, or on one of its lines. The seller is told.');
select private.expose('ask_colleague', 'Mails a colleague a link of its own, by which a whole choice of this version is approved or rejected and nothing else; by a buyer''s link.');
select private.expose('decide_approval', 'Approves or rejects the choice that the colleague of a link was asked about, and refuses another choice or total than its. Both sides are told, and the seller reads the note only where it is shown.');
select private.expose('send_acceptance_code', 'Mails the code that accept_quotation asks for to the quotation''s address.');
select private.expose('send_current_quotation',
  'Mails a link to the current revision to the address of the quotation of a buyer''s link, and of one that is withdrawn to the newest quotation of the same inquiry and address; answers the same for any token.');
select private.expose('my_quotations',
  'The quotations of the caller''s own inquiries, and of those that colleagues share, by the last revision that was sent: [{"number", "revision", "reference": of the inquiry, "state", "total_paise", "sent_at", "valid_until", "sent_by": a colleague}].');
select private.expose('open_my_quotation', 'The token of a new link to the quotation of that number, which is one of the caller''s own, or to read one that a colleague shares; null for any other.');
