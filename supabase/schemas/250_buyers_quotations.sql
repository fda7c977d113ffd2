-- What buyers read of their quotations, and do with them: by the token of a link or by their account (product.md, section 2,
-- Quotations). Reading changes nothing, so a mail scanner may.

-- Where the seller hears of a quotation: its owner while on the staff, else the addresses of notices.
create function private.seller_addresses(quotation uuid) returns setof text
language sql stable set search_path = '' as $$
  with owner as (
    select users.email from public.quotations
    join public.profiles on profiles.id = owner_id and (is_admin or is_sales) join auth.users on users.id = profiles.id
    where quotations.id = quotation
  )
  select email from owner
  union all
  select unnest(notice_emails) from public.site_settings where not exists (select from owner)
$$;

-- The link of a token, for those purposes. One that was ended is answered as one that never was.
create function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null;
  perform private.require(
    link.id is not null or not exists (select from private.erased_links where hash = private.link_hash(token)),
    'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  perform private.require(link.id is not null, 'This link does not open a quotation. It may have ended or been cut off.', 'PT404');
  perform private.require(
    link.purpose = any (purposes),
    case link.purpose when 'approval' then 'This link is for an approval only.' else 'Only the colleague who was asked can approve.' end
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

-- The figures of a sent version for a choice, by the rules that it was sent with.
create function private.figures_of_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.chosen_figures(version.content, private.checked_choice(version.content, choice), version.frozen -> 'seller')
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

-- {"number", "revision", "state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sent_at", "valid_until", "buyer", "message", "terms", "discount", "lines", "seller", "place", "rounds_off", "figures",
-- "sha256", "accepted", "comments", "approvals", "needs_code", "credit_note", "site"}.
create function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
  state constant text := private.state_of_link(link);
  quotation public.quotations;
  version public.quotation_versions;
  site constant jsonb := private.site_details();
begin
  select * into quotation from public.quotations where id = link.quotation_id;
  select * into version from public.quotation_versions where id = link.version_id;
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', quotation.number, 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return json_build_object(
    'number', quotation.number, 'revision', version.revision, 'state', state, 'purpose', link.purpose,
    'sent_at', version.sent_at, 'valid_until', version.valid_until, 'buyer', (version.content -> 'buyer') - array['place_reason', 'is_pharmaceutical'],
    'message', version.content -> 'message', 'terms', version.content -> 'terms', 'discount', version.content -> 'discount',
    'lines', (
      select coalesce(json_agg(line || jsonb_build_object(
        'image_widths', coalesce(
          case when product.image_url = line ->> 'image_url' then product.image_widths end,
          (
            select picture.widths from public.product_pictures as picture
            where picture.product_id = product.id and picture.url = line ->> 'image_url' limit 1
          )
        )
      ) order by position), '[]')
      from jsonb_array_elements(version.content -> 'lines') with ordinality as listed (line, position)
      left join public.products as product on product.id::text = line ->> 'product_id'
    ),
    -- The rules by which the seller works stay with the seller.
    'seller', (
      select jsonb_object_agg(key, value) from jsonb_each(version.frozen -> 'seller')
      where key in ('legal_name', 'address', 'gstin', 'state', 'is_composition', 'bank_details', 'email', 'phones', 'logo_url', 'colour')
    ),
    'place', version.frozen -> 'place', 'rounds_off', coalesce(version.frozen #> '{seller,rounds_off}', 'true'),
    'figures', version.frozen -> 'figures', 'sha256', version.sha256,
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note'] end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = quotation.id and event.kind = 'comment'
    ),
    'approvals', (
      select coalesce(json_agg(json_build_object(
        'email', regexp_replace(request.email, '^(.).*@', '\1…@'), 'name', request.name, 'state', coalesce(decided.kind, 'asked'),
        'note', decided.value ->> 'note', 'at', coalesce(decided.created_at, request.created_at)
      ) order by request.number), '[]')
      from (
        select distinct on (lower(value ->> 'email')) number, created_at, value ->> 'email' as email, value ->> 'name' as name
        from public.quotation_events where version_id = version.id and kind = 'approval_asked' order by lower(value ->> 'email'), number
      ) as request
      left join lateral (
        select * from public.quotation_events
        where version_id = version.id and kind in ('approved', 'rejected') and lower(value ->> 'email') = lower(request.email)
        order by number desc limit 1
      ) as decided on true
    ),
    'needs_code', exists (select from public.seller_profile where needs_code), 'credit_note', version.frozen #> '{seller,credit_note}', 'site', site
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
  link constant public.quotation_links := private.quotation_link(token);
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
  figures constant jsonb := private.figures_of_choice(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
begin
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  perform private.require(
    not exists (select from public.seller_profile where needs_code) or exists (
      select from public.outbox where version_id = version.id and kind = 'quotation_code' and created_at > now() - interval '1 hour'
        and links @> array[private.acceptance_code_hash(version.id, code)]
    ),
    'This code is wrong or has expired. Request another one.', '22023'
  );
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', private.checked_choice(version.content, choice), 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
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

create function private.ask_colleague(token text, email text, name text default null) returns void
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
  ));
end
$$;

-- A colleague may change their mind while the quotation is open; the last word counts.
create function private.decide_approval(token text, is_approved boolean, name text, note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{approval}');
begin
  perform private.locked_version(link, '{sent}');
  perform private.require(is_approved is not null, 'Approve or reject', '22023');
  perform private.record_by_link(
    link, case when is_approved then 'approved' else 'rejected' end,
    jsonb_build_object('email', link.email, 'note', private.cleaned_text('The note', note, 1000, false)), private.cleaned_text('Your name', name, 200)
  );
end
$$;

-- Of a code in any writing, for one version.
create function private.acceptance_code_hash(version uuid, code text) returns text
language sql stable security definer set search_path = '' as $$
  select private.keyed_hash(version::text || upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')))
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

create function private.my_quotations() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'number', quotation.number, 'revision', version.revision, 'reference', private.lead_reference(quotation.lead_id),
    'state', case when quotation.state = 'sent' and version.valid_until < private.day_in_india(now()) then 'expired' else quotation.state end,
    'total_paise', case when quotation.state <> 'withdrawn' then version.total_paise end,
    'sent_at', version.sent_at, 'valid_until', version.valid_until
  ) order by version.sent_at desc, quotation.number), '[]')
  from private.own_quotations() as version join public.quotations as quotation on quotation.id = version.quotation_id
$$;

-- The ten newest links of an account stay, so that pages in other tabs do, too.
create function private.open_my_quotation(number text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address constant text := (select email from auth.users where id = auth.uid());
  own public.quotation_versions;
begin
  select version.* into own from private.own_quotations() as version
  join public.quotations as quotation on quotation.id = version.quotation_id and quotation.number = open_my_quotation.number;
  if own.id is null then
    return null;
  end if;
  delete from public.quotation_links where id in (
    select id from public.quotation_links
    where quotation_id = own.quotation_id and purpose = 'buyer' and email = address order by created_at desc, id offset 9
  );
  insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
  values (own.quotation_id, own.id, 'buyer', private.link_hash(token), address);
  return token;
end
$$;

-- What an e-mail says of a version: what was accepted of it, or what its buyer sees first. Null without one.
create function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
      'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
      'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
      'accepted', version.accepted,
      'event', (
        select jsonb_build_object('kind', event.kind, 'name', event.actor_name, 'value', event.value)
        from public.quotation_events as event where event.number = event_number
      )
    )
    from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
    cross join lateral (select coalesce(version.accepted, version.frozen) as version) as visible
    where version.id = mailed_quotation.version_id
  );
end
$$;
select private.expose('open_quotation',
  'The quotation of a link''s token, as its page shows it. Of one that is withdrawn or replaced only "number", "revision", "state", "purpose" and "site". 404 for any other token.');
select private.expose('price_quotation',
  'The figures for a choice {"quantities": {line: index}, "options": {option: line}}, by a link''s token; nothing is stored.');
select private.expose('see_quotation', 'Notes that a buyer has seen the quotation of a link''s token, once a version and day of India; nothing for staff.');
select private.expose('accept_quotation',
  'Accepts the quotation of a buyer''s link: the choice, the total that the page shows, and who accepts; the code of send_acceptance_code where it needs one. Both sides get an e-mail. 409 where another decision was made.');
select private.expose('decline_quotation', 'Declines the quotation of a buyer''s link, by a reason: price, date, product or other, and a text. The seller is told.');
select private.expose('ask_for_change', 'Asks the seller for another revision of the quotation of a buyer''s link.');
select private.expose('comment_on_quotation', 'Comments on the quotation of a link, or on one of its lines. The seller is told.');
select private.expose('ask_colleague', 'Mails a colleague a link of its own, by which this version is approved or rejected and nothing else; by a buyer''s link.');
select private.expose('decide_approval', 'Approves or rejects the version of a colleague''s link. The seller is told.');
select private.expose('send_acceptance_code', 'Mails the code that accept_quotation asks for to the quotation''s address.');
select private.expose('send_current_quotation',
  'Mails a link to the current revision to the address of the quotation of a buyer''s link, and of one that is withdrawn to the newest quotation of the same inquiry and address; answers the same for any token.');
select private.expose('my_quotations',
  'The quotations of the caller''s own inquiries, by the last revision that was sent: [{"number", "revision", "reference": of the inquiry, "state", "total_paise", "sent_at", "valid_until"}].');
select private.expose('open_my_quotation', 'The token of a new link to the quotation of that number, which is one of the caller''s own; null for any other.');
