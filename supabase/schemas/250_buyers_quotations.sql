-- What buyers read of their quotations, and do with them: by the token of a link or by their account (product.md, section 2,
-- Quotations). Reading changes nothing, so a mail scanner may.

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
  version constant public.quotation_versions := private.shown_version(token, '{buyer,colleague}');
begin
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
language sql stable security definer set search_path = '' as $$
  select private.figures_of_choice(private.shown_version(token, '{buyer,approval}'), choice)
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
  perform private.require(wrong < 10, 'This code no longer works. Request another one.', '22023');
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

-- The last revisions that were sent of the quotations of the caller's inquiries, and of those that colleagues share, with who sent these.
create function private.readable_quotations() returns table (version public.quotation_versions, sent_by text)
language sql stable security definer set search_path = '' as $$
  select last_sent.version, inquiry.sent_by
  from (
    select id, null as sent_by from private.own_inquiries() union all select id, name from private.colleagues_inquiries()
  ) as inquiry join public.quotations as quotation on lead_id = inquiry.id
  cross join lateral (
    select sent as version from public.quotation_versions as sent where quotation_id = quotation.id and sent_at is not null order by revision desc limit 1
  ) as last_sent
$$;

create function private.my_quotations() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'number', quotation.number, 'revision', (version).revision, 'reference', (select reference from public.leads where leads.id = quotation.lead_id),
    'state', case when quotation.state = 'sent' and (version).valid_until < private.day_in_india(now()) then 'expired' else quotation.state end,
    'total_paise', case when quotation.state <> 'withdrawn' then (version).total_paise end,
    'sent_at', (version).sent_at, 'valid_until', (version).valid_until, 'sent_by', sent_by
  ) order by (version).sent_at desc, quotation.number), '[]')
  from private.readable_quotations() join public.quotations as quotation on quotation.id = (version).quotation_id
$$;

-- The ten newest links of an account stay, so that pages in other tabs do, too.
create function private.open_my_quotation(number text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address constant text := (select email from auth.users where id = auth.uid());
  own record;
begin
  select (version).id, (version).quotation_id, case when sent_by is not null then auth.uid() end as colleague into own
  from private.readable_quotations() join public.quotations as quotation on quotation.id = (version).quotation_id
  where quotation.number = open_my_quotation.number;
  if not found then
    return null;
  end if;
  delete from public.quotation_links where id in (
    select id from public.quotation_links
    where quotation_id = own.quotation_id and purpose = 'buyer' and email = address order by created_at desc, id offset 9
  );
  insert into public.quotation_links (quotation_id, version_id, purpose, hash, email, colleague_id)
  values (own.quotation_id, own.id, 'buyer', private.link_hash(token), address, own.colleague);
  return token;
end
$$;

-- What an e-mail says of a version: the choice that its event is about, what was accepted of it, or what its buyer sees first. Null
-- without one. The event's note is the asker's alone.
create function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
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
select private.expose('send_acceptance_code', 'Mails the code that accept_quotation asks for to the quotation''s address.');
select private.expose('send_current_quotation',
  'Mails a link to the current revision to the address of the quotation of a buyer''s link, and of one that is withdrawn to the newest quotation of the same inquiry and address; answers the same for any token.');
select private.expose('my_quotations',
  'The quotations of the caller''s own inquiries, and of those that colleagues share, by the last revision that was sent: [{"number", "revision", "reference": of the inquiry, "state", "total_paise", "sent_at", "valid_until", "sent_by": a colleague}].');
select private.expose('open_my_quotation', 'The token of a new link to the quotation of that number, which is one of the caller''s own, or to read one that a colleague shares; null for any other.');
