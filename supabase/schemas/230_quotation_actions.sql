-- What staff do with quotations from sending on (product.md, section 2, Quotations). Each action locks the quotation, so that of two at
-- the same second the other finds what the first has done.

-- The offer that is furthest below the cost of its product, after the discount: "500 of Mug in Red", without the quantity where the line has
-- one. Null where none is.
create function private.below_cost(content jsonb, figures jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' of ', case when jsonb_array_length(line -> 'quantities') > 1 then offer ->> 'quantity' end, (line ->> 'name') || coalesce(' in ' || (line ->> 'colour'), ''))
  from jsonb_array_elements(content -> 'lines') as line
  join public.product_terms as terms on terms.product_id = (line ->> 'product_id')::uuid
  cross join lateral jsonb_array_elements(line -> 'quantities') as offer
  cross join lateral (select (offer ->> 'price_paise')::numeric * (1 - coalesce(
    (content #>> '{discount,percent}')::numeric / 10000, (figures ->> 'discount')::numeric / nullif((figures ->> 'amount')::numeric, 0), 0
  )) as price) as reduced
  where price < terms.cost_paise order by terms.cost_paise - price desc limit 1
$$;

-- What a discount takes off in per cent; null where there is none.
create function private.discount_percent(discount jsonb, figures jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce((discount ->> 'percent')::numeric / 100, (figures ->> 'discount')::numeric * 100 / nullif((figures ->> 'amount')::numeric, 0))
  where discount is not null
$$;

-- What of a buyer's place and registration blocks sending: [field, sentence].
create function private.problems_of_place(seller jsonb, buyer jsonb) returns table (field text, problem text)
language sql immutable set search_path = '' as $$
  with place as (
    select private.place_of_supply(seller, buyer) as supply, private.place_by_rule(buyer) ->> 'state' as by_rule, private.gstin_kind(buyer ->> 'gstin') as kind
  )
  select 'place', 'The place of supply is not known: enter the state or PIN code of the delivery, or choose the place of supply; with several delivery places, choose the one that decides' from place
  where supply is null and coalesce(left(seller ->> 'gstin', 2), seller ->> 'state') is not null
  union all
  select 'place_reason', 'Another place of supply needs a reason' from place
  where buyer ->> 'place' is not null and buyer ->> 'place_reason' is null and by_rule is not null and by_rule <> buyer ->> 'place'
  union all
  select 'place', 'The goods are delivered in India, so this is no export: choose the state of the delivery' from place
  where supply ->> 'state' = '96' and coalesce(private.delivered_in(buyer), by_rule) <> '96'
  union all
  select 'zero_rating', 'No letter of undertaking is valid today: choose “With payment of IGST”, or enter its number in Site Settings' from place
  where supply ->> 'tax' = 'zero' and supply ->> 'lut' is null
  union all
  select 'gstin', 'Check the buyer''s GSTIN, or confirm it as the buyer states it' from place
  where buyer ->> 'gstin' is not null and kind is null and (buyer ->> 'gstin_as_stated')::boolean is not true
$$;

-- What blocks sending on a day: [{"line": id or null, "field", "problem"}]. A seller who shows no tax needs no rates.
create function private.problems_of_quotation(content jsonb, valid_until date, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rules as (
    select
      seller, place ->> 'tax' as tax, profile.discount_limit, coalesce(profile.min_hsn_digits, 4) as hsn_digits, content -> 'buyer' as buyer,
      private.chosen_figures(content, '{}', seller) as figures
    from private.quotation_seller() as seller
    cross join lateral (select private.place_of_supply(seller, content -> 'buyer') as place) as supply
    left join public.seller_profile as profile on true
  ), line as (
    select item, position, item ->> 'name' || coalesce(' in ' || (item ->> 'colour'), '') as name
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (item, position)
  ), problem as (
    select 0 as position, null as line, 'lines' as field, 'A quotation needs at least one line' as problem where not exists (select from line)
    union all
    select 0, null, 'email', 'The buyer has no e-mail address that can be reached' from rules where not private.is_deliverable(buyer ->> 'email')
    union all
    select 0, null, 'seller', 'The state of the seller is missing: an administrator sets it in Site Settings' from rules
    where coalesce(left(seller ->> 'gstin', 2), seller ->> 'state') is null
    union all
    select position, item ->> 'id', 'price_paise', format('%s has no price', name) from line where item @? '$.quantities[*] ? (@.price_paise == null)'
    union all
    select position, item ->> 'id', 'gst_rate', format('The GST rate of %s is not known', name)
    from line cross join rules where item ->> 'gst_rate' is null and tax is distinct from 'none'
    union all
    select position, item ->> 'id', 'hsn', format('%s needs an HSN of at least %s digits', name, hsn_digits)
    from line cross join rules
    where coalesce(char_length(item ->> 'hsn'), 0) < hsn_digits and item -> 'is_charge' is distinct from 'true' and tax is distinct from 'none'
    union all
    select 1000, null, 'discount', format('A discount above %s %% needs an administrator', discount_limit::real) from rules
    where private.discount_percent(content -> 'discount', figures) > discount_limit and not private.is_admin()
    union all
    select 1000, null, 'price_reason', reason from rules
    cross join lateral (select coalesce(
      private.below_cost(content, figures) || ' is below its cost: give a reason for the price',
      case
        when private.discount_percent(content -> 'discount', figures) > discount_limit and private.is_admin()
        then format('More than %s %% off: give a reason for the price', discount_limit::real)
      end
    ) as reason) as asked
    where content ->> 'price_reason' is null and reason is not null
    union all
    select 1001, null, 'valid_until', 'Valid until is in the past' where valid_until < day
    union all
    select 1002, null, place.field, place.problem from rules cross join private.problems_of_place(seller, buyer) as place
    union all
    select 1003, choices.line, choices.field, choices.problem from private.problems_of_choices(content) as choices
    union all
    -- A quotation whose prices are not known yet has no total.
    select 1004, null, 'total', concat('The total is zero', ' with ' || private.choice_text(content, cheapest)) from rules
    cross join private.cheapest_choice(content, tax) as cheapest
    where not content @? '$.lines[*].quantities[*] ? (@.price_paise == null)' and exists (select from line)
      and (private.quotation_figures(private.chosen_lines(content, cheapest), content -> 'discount', tax, (seller ->> 'rounds_off')::boolean) ->> 'total')::numeric <= 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('line', line, 'field', field, 'problem', problem) order by position, field), '[]') from problem
$$;

create function private.quotation_problems(content jsonb, valid_until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select private.problems_of_quotation(private.cleaned_quotation(content), valid_until, private.day_in_india(now()))
$$;
select private.expose('quotation_problems',
  'What blocks sending this content: [{"line": id or null, "field", "problem": a sentence}], which send_quotation refuses, too.');

-- The next number of quotations or orders, whose kind is a sign before the year: of the financial year of India in which an instant is.
-- A transaction that fails gives its number back: the row of the year is locked until then.
create function private.next_number(counters regclass, kind text, at timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  begins constant smallint := extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
  next text;
begin
  execute format(
    'insert into %s as counter (year, last) values ($1, 1) on conflict (year) do update set last = counter.last + 1 returning counter.last', counters
  ) into next using begins;
  return private.number_series() || kind
    || to_char(begins % 100, 'FM00') || to_char((begins + 1) % 100, 'FM00') || '/' || lpad(next, greatest(4, char_length(next)), '0');
end
$$;

-- A new link to a version, without an account. Only its hash is stored.
create function private.make_quotation_link(version public.quotation_versions) returns text
language plpgsql set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into public.quotation_links (quotation_id, version_id, purpose, hash)
  values (version.quotation_id, version.id, 'buyer', private.link_hash(token));
  return token;
end
$$;

-- One instant decides number, financial year and date. A version that was sent before is answered as it was then, without a second
-- e-mail: the number of saves tells which one the caller means, since revisions count on.
create function private.send_quotation_at(quotation uuid, saves integer, mails boolean, rates_checked boolean, at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current public.quotations := private.staffs_quotation(quotation);
  version public.quotation_versions;
  seller constant jsonb := private.quotation_seller();
  day constant date := private.day_in_india(at);
  problem text;
  stored jsonb;
begin
  select * into version from public.quotation_versions as listed where listed.quotation_id = current.id and listed.saves = send_quotation_at.saves;
  perform private.require(version.id is not null, 'This quotation has changed since it was opened', 'PT409');
  if version.sent_at is null then
    perform private.require_quotation_state(current, '{draft,sent,change_asked,declined}', 'sent');
    problem := private.problems_of_quotation(version.content, version.valid_until, day) #>> '{0,problem}';
    perform private.require(problem is null, problem, '22023');
    select format('The GST rate of %s is %s %% now, and %s %% in this quotation', line ->> 'name', rate / 100.0::real, (line ->> 'gst_rate')::integer / 100.0::real)
    into problem
    from jsonb_array_elements(version.content -> 'lines') as line
    cross join lateral private.gst_rate_on((line ->> 'product_id')::uuid, day) as rate
    where rate <> (line ->> 'gst_rate')::integer limit 1;
    if problem is not null and rates_checked is not true then
      raise exception using message = problem, errcode = '22023', hint = 'rates_checked';
    end if;

    version.content := private.with_mrp(version.content);
    current.number := coalesce(current.number, private.next_number('private.quotation_numbers', '', at));
    stored := jsonb_build_object(
      'seller', seller, 'place', private.place_of_supply(seller, version.content -> 'buyer'),
      'choice', private.whole_choice(version.content, '{}'), 'figures', private.chosen_figures(version.content, '{}', seller)
    );
    update public.quotation_versions as sending set
      sent_at = at, content = version.content, frozen = stored, sha256 = encode(sha256(convert_to(jsonb_build_object(
        'number', current.number, 'revision', version.revision, 'content', version.content, 'frozen', stored
      )::text, 'UTF8')), 'hex')
    where sending.id = version.id;
    update public.quotations as sending set number = current.number, state = 'sent' where sending.id = current.id;
    perform private.record_quotation_event(current.id, version.id, 'sent', jsonb_build_object('revision', version.revision));
    if mails then
      insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation', version.content #>> '{buyer,email}');
    end if;
  end if;
  return jsonb_build_object(
    'number', current.number, 'revision', version.revision, 'version_id', version.id,
    'token', case when mails is not true then private.make_quotation_link(version) end
  );
end
$$;

-- A rate that differs is refused with the hint rates_checked.
create function private.send_quotation(quotation uuid, saves integer, mails boolean default true, rates_checked boolean default false) returns jsonb
language sql security definer set search_path = '' as $$
  select private.send_quotation_at(quotation, saves, mails, rates_checked, clock_timestamp())
$$;
select private.expose('send_quotation',
  'Sends the draft that was saved so often: {"number", "revision", "version_id", "token"}, a new buyer''s link where it is not mailed. The same again answers the same. Refuses what quotation_problems has and, unless the rates are checked, a rate that differs from its product''s now.');

create function private.extend_quotation(quotation uuid, valid_until date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked}', 'extended');
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(
    extend_quotation.valid_until between greatest(version.valid_until, private.day_in_india(clock_timestamp())) and '2999-12-31',
    'Extend to a later date that is not in the past', '22023'
  );
  update public.quotation_versions as extended set valid_until = extend_quotation.valid_until where extended.id = version.id;
  -- More time may be the change that was asked for.
  update public.quotations as extended set state = 'sent' where extended.id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'extended', jsonb_build_object(
    'from', version.valid_until, 'until', extend_quotation.valid_until
  ));
end
$$;
select private.expose('extend_quotation', 'Makes the version in force valid for longer, also one that has expired, and open for a decision where a change was asked for.');

create function private.withdraw_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'withdrawn');
begin
  update public.quotations as withdrawn set state = 'withdrawn' where withdrawn.id = current.id;
  perform private.record_quotation_event(
    current.id, (private.sent_version(quotation)).id, 'withdrawn', jsonb_build_object('text', private.cleaned_text('The reason', reason, 2000, false))
  );
end
$$;
select private.expose('withdraw_quotation', 'Withdraws a quotation that was sent and not accepted: its links say so and show nothing else.');

-- Also after its validity, since the buyer has said so by other means.
create function private.accept_quotation_for_buyer(quotation uuid, choice jsonb, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'accepted');
  version constant public.quotation_versions := private.sent_version(quotation);
  acceptance constant jsonb := jsonb_build_object(
    'choice', private.required_choice(version.content, choice),
    'figures', private.accepted_figures(version, choice), 'name', private.cleaned_text('The name', name, 2000),
    'note', private.cleaned_text('The note', note, 2000), 'at', clock_timestamp(), 'by', 'seller'
  );
begin
  update public.quotation_versions set accepted = acceptance where id = version.id;
  update public.quotations set state = 'accepted' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'accepted', acceptance - array['choice', 'figures', 'at', 'by']);
  perform private.begin_order(current.id);
end
$$;
select private.expose('accept_quotation_for_buyer',
  'Accepts the version in force as its buyer has said elsewhere: their whole choice, and name, and a note on how they said it.');

-- The history keeps what was accepted.
create function private.reopen_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(current.state in ('accepted', 'declined'), 'Only an accepted or declined quotation can be reopened', 'PT409');
  perform private.end_order(current.id) where current.state = 'accepted';
  update public.quotation_versions set accepted = null where id = version.id;
  update public.quotations set state = 'sent' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'reopened', jsonb_build_object(
    'text', private.cleaned_text('The reason', reason, 2000), 'accepted', version.accepted
  ));
end
$$;
select private.expose('reopen_quotation',
  'Makes a quotation that was accepted or declined open for a decision again, for a reason, and mails its buyer. Cancels its order, and is refused once that is in work.');

create function private.link_quotation(quotation uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,accepted,declined,change_asked}', 'opened by a link');
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.record_quotation_event(current.id, version.id, 'link', '{"text": "made"}');
  return private.make_quotation_link(version);
end
$$;
select private.expose('link_quotation', 'The token of a new buyer''s link to the version in force.');

create function private.end_quotation_links(quotation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
begin
  update public.quotation_links set ended_at = clock_timestamp() where quotation_id = current.id and ended_at is null;
  if found then
    perform private.record_quotation_event(current.id, null, 'link', '{"text": "ended"}');
  end if;
end
$$;
select private.expose('end_quotation_links', 'Ends every link to a quotation at once, also those for approval.');

create function private.answer_quotation(quotation uuid, "text" text, line uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(version.id is not null, 'A quotation has no comments before it is sent', 'PT409');
  perform private.require(
    line is null or version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('id', line)), 'This line is not in the quotation', '22023'
  );
  perform private.record_quotation_event(current.id, version.id, 'comment', jsonb_build_object(
    'text', private.cleaned_text('The answer', "text", 2000), 'line', line
  ));
end
$$;
select private.expose('answer_quotation', 'Comments on a quotation, or on one of its lines, where its buyer reads it.');

-- The lead follows its quotations: quoted when one is sent or reopened, won when one is accepted, and proposed as lost in a note when
-- one is declined, since staff decide that. One with an accepted quotation stays won. A merged inquiry moves the lead that stands for it.
create function private.follow_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  quotation public.quotations;
  next_state constant text := case new.kind when 'accepted' then 'won' when 'declined' then null else 'quoted' end;
begin
  select * into quotation from public.quotations where id = new.quotation_id;
  select * into current from public.lead_handling
  where lead_id = (select coalesce(merged_into, lead_id) from public.lead_handling where lead_id = quotation.lead_id) for update;
  if not found or current.state = next_state or next_state = 'quoted' and exists (
    select from public.quotations where lead_id = quotation.lead_id and state = 'accepted'
  ) then
    return null;
  end if;
  insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
  values (
    current.lead_id, new.actor_id, coalesce(
      (select email from auth.users where id = new.actor_id), (private.sent_version(quotation.id)).content #>> '{buyer,email}'
    ),
    case when next_state is null then 'note' else 'state' end,
    coalesce(next_state, left(concat_ws(' ', format(
      'Quotation %s was declined (%s): proposed as lost.', quotation.number, new.value ->> 'reason'
    ), new.value ->> 'text'), 5000))
  );
  perform private.derive_handling(current.lead_id);
  return null;
end
$$;
create trigger follow_quotation after insert on public.quotation_events
for each row when (new.kind in ('sent', 'accepted', 'declined', 'reopened')) execute function private.follow_quotation();
