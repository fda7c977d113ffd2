-- proofs
select set_config('lock_timeout', '5s', true);

create table public.order_proofs (
  id uuid primary key default gen_random_uuid(),
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  version smallint not null constraint order_proofs_version_range check (version between 1 and 20),
  name text not null,
  note text constraint order_proofs_note_length check (char_length(note) <= 1000),
  sha256 text not null constraint order_proofs_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  decision text constraint order_proofs_decision_known check (decision in ('approved', 'change')),
  decided_at timestamptz,
  decided_by text,
  comment text,
  constraint order_proofs_version_unique unique (order_line_id, version),
  constraint order_proofs_decided_whole check (num_nulls(decision, decided_at, decided_by) in (0, 3))
);
comment on table public.order_proofs is 'The versions of each line''s proof. The newest one counts: what is produced is what was approved.';
comment on column public.order_proofs.sha256 is 'Of the file, so that an approval names exactly what was approved.';
comment on column public.order_proofs.decided_by is 'The name that the buyer has given by the link.';

create table private.order_proof_files (
  proof_id uuid primary key references public.order_proofs (id) on delete cascade,
  content bytea not null constraint order_proof_files_content_length check (length(content) <= 10 * 1024 * 1024)
);
comment on table private.order_proof_files is 'The files of proofs, read by staff and by the buyer''s link; they are erased with the details of the buyer.';
alter table private.order_proof_files enable row level security;
select private.enable_row_security('public.order_proofs');
create policy "staff read" on public.order_proofs for select to authenticated using ((select private.is_staff()));

-- Written by npm run migration from supabase/schemas.
-- As version_as_sent, with {"state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sha256", "accepted", "comments", "approvals", "needs_code", "site"}, for a colleague "asked": the choice, and for the
-- buyer what given_by_buyer has, "before": the version that this one replaced, until it is accepted, and "next_steps" and "order" then.
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
    when state = 'accepted' then private.given_by_buyer(link.quotation_id) || jsonb_build_object(
      'next_steps', (select next_steps from public.seller_profile), 'order', private.order_on_link(link.quotation_id)
    )
    else private.given_by_buyer(link.quotation_id) || jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

-- Whether a line may be produced: it needs no proof, or its newest one is approved.
create or replace function private.is_approved(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not line.needs_proof or coalesce((private.newest_proof(line.id)).decision = 'approved', false);
end
$$;

-- Whether a line waits for its buyer's answer: its newest proof has none.
create or replace function private.waits_for_buyer(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return line.state = 'preparing' and line.needs_proof and exists (
    select from private.newest_proof(line.id) as newest where newest.id is not null and newest.decision is null
  );
end
$$;

-- An order as the copy of its buyer's data has it; null without one.
create or replace function private.order_as_given(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', needed_by, 'created_at', own.created_at, 'cancelled_at', cancelled_at, 'cancel_reason', cancel_reason,
    'advance_paise', advance_paise, 'advance_received_on', advance_received_on, 'news', news,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - array['id', 'order_id'] || jsonb_build_object('proofs', (
        select coalesce(jsonb_agg(to_jsonb(proof) - array['id', 'order_line_id'] order by version), '[]')
        from public.order_proofs as proof where order_line_id = line.id
      )) order by position), '[]') from public.order_lines as line where order_id = own.id
    ),
    'places', (
      select coalesce(jsonb_agg(to_jsonb(place) - array['id', 'order_id'] order by position), '[]') from public.order_places as place where order_id = own.id
    ),
    'dispatches', (
      select coalesce(jsonb_agg(to_jsonb(dispatch) - array['id', 'order_id', 'order_line_id', 'place_id'] order by dispatched_at), '[]')
      from public.order_dispatches as dispatch where order_id = own.id
    ),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end
      ) order by event.number), '[]') from public.order_events as event where order_id = own.id
    )
  )
  from public.orders as own where quotation_id = quotation
$$;

create or replace function private.order_details(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders where orders.id = order_details.order_id;
  if not found then
    perform private.refuse_change(null, null, 'order');
  end if;
  return (
    select jsonb_build_object(
      'order', to_jsonb(current) || jsonb_build_object('state', listed.state, 'start_on', start_on, 'delivered_on', delivered_on, 'waits_for_buyer', waits_for_buyer, 'total_paise', listed.total_paise),
      'buyer', jsonb_build_object('company', company, 'name', name),
      'quotation', jsonb_build_object('id', quotation.id, 'number', quotation.number, 'state', quotation.state, 'owner_email', quotation.owner_email, 'erase_on', quotation.erase_on),
      'lead', (select jsonb_build_object('id', id, 'reference', private.lead_reference(id)) from public.leads where id = listed.lead_id),
      'purchase_order', version.accepted -> 'purchase_order', 'purchase_orders', private.given_by_buyer(quotation.id) -> 'purchase_orders',
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'line_id', line.line_id, 'quantity', line.quantity, 'needs_proof', line.needs_proof, 'state', line.state, 'name', line.name,
          'product_id', item -> 'product_id', 'code', item -> 'code', 'note', item -> 'note', 'image_url', item -> 'image_url', 'dispatched', line.dispatched,
          'delivered', line.delivered, 'is_approved', private.is_approved(stored),
          'proofs', private.proofs_of(line.id)
        ) order by line.position), '[]')
        from private.order_line_rows as line join public.order_lines as stored on stored.id = line.id where line.order_id = current.id
      ),
      'places', (select coalesce(jsonb_agg(to_jsonb(place) - 'order_id' order by position), '[]') from public.order_places as place where place.order_id = current.id),
      'dispatches', (
        select coalesce(jsonb_agg(to_jsonb(dispatch) - 'order_id' order by dispatched_at, id), '[]') from public.order_dispatches as dispatch where dispatch.order_id = current.id
      ),
      'events', (select coalesce(jsonb_agg(to_jsonb(event) - 'order_id' order by event.number), '[]') from public.order_events as event where event.order_id = current.id),
      'undo', (private.last_order_step(current.id)).number
    )
    from private.order_rows as listed join public.quotations as quotation on quotation.id = listed.quotation_id
    join public.quotation_versions as version on version.id = current.version_id
    where listed.id = current.id
  );
end
$$;

-- Tells the seller, in the history of the quotation or of the inquiry; of a logo that comes with its inquiry without another e-mail.
create or replace function private.record_artwork(token text, artwork private.artworks, is_removed boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  stored bigint;
begin
  if artwork.quotation_id is not null then
    perform private.record_by_link(private.quotation_link(token, '{buyer}'), 'artwork', jsonb_strip_nulls(
      jsonb_build_object('text', artwork.name, 'removed', case when is_removed then 'yes' end)
    ));
  else
    insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
    select id, auth.uid(), email, 'added', case when is_removed then 'Artwork removed: ' else 'Artwork: ' end || artwork.name
    from public.leads where id = artwork.lead_id
    returning event.number into stored;
    perform private.queue_notices(id, stored) from public.leads where id = artwork.lead_id and created_at < now() - interval '10 minutes';
  end if;
end
$$;

create function private.newest_proof(line uuid) returns public.order_proofs
language sql stable security definer set search_path = '' as $$
  select * from public.order_proofs where order_line_id = line order by version desc limit 1
$$;

-- A line that is in production waits again.
create function private.add_proof(line uuid, name text, content text, note text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order((select order_id from public.order_lines where id = line));
  own public.order_lines;
  newest public.order_proofs;
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  remark constant text := private.cleaned_text('The note', note, 1000, false);
  made public.order_proofs;
begin
  perform private.require(
    type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp'), 'A proof is a PDF, PNG, JPEG or WebP file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A proof has at most 10 MB', '22023');
  select * into own from public.order_lines where id = line;
  perform private.require(own.state in ('preparing', 'production'), 'This line is made already: it takes no proof', 'PT409');
  newest := private.newest_proof(line);
  -- The same again, after a lost answer.
  if newest.decision is null and newest.sha256 = encode(sha256(file), 'hex') then
    return newest.id;
  end if;
  perform private.require(coalesce(newest.version, 0) < 20, 'A line has at most 20 versions of its proof', '22023');
  insert into public.order_proofs (order_line_id, version, name, note, sha256)
  values (line, coalesce(newest.version, 0) + 1, private.file_label(add_proof.name, 'Proof', type), remark, encode(sha256(file), 'hex'))
  returning * into made;
  insert into private.order_proof_files (proof_id, content) values (made.id, file);
  update public.order_lines set needs_proof = true, state = 'preparing' where id = line;
  update public.orders set saves = saves + 1 where id = current.id;
  perform private.record_order_event(current.id, line, 'proof', jsonb_build_object(
    'version', made.version, 'name', made.name, 'waits', case when own.state = 'production' then 'again' end,
    'lines', jsonb_build_array(jsonb_build_object('id', line))
  ));
  return made.id;
end
$$;

select private.expose('add_proof',
  'Adds a version of a line''s proof in base64, a PDF, PNG, JPEG or WebP of at most 10 MB, with a note to the buyer, and gives its id. The line waits for the buyer''s approval, also one in production.');

-- The approval names the version, the person, the time and the hash of the file.
create function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{accepted}');
  signer constant text := private.cleaned_text('Your name', name, 200);
  remark constant text := private.cleaned_text('What to change', comment, 2000, is_approved is not true);
  decided constant text := case when is_approved then 'approved' else 'change' end;
  line private.order_line_rows;
  current public.order_proofs;
begin
  perform private.require(is_approved is not null, 'Approve or ask for a change', '22023');
  perform from public.orders where quotation_id = version.quotation_id for update;
  select rows.* into line from private.order_line_rows as rows
  join public.orders as own on own.id = rows.order_id join public.order_proofs as listed on listed.order_line_id = rows.id
  where own.quotation_id = version.quotation_id and listed.id = proof;
  perform private.require(line.id is not null, 'This proof is not in your order', 'PT404');
  perform private.require(line.cancelled_at is null, 'This order is cancelled', 'PT409');
  current := private.newest_proof(line.id);
  perform private.require(current.id = proof, 'There is a newer proof: please look at that one', 'PT409');
  if current.decision = decided and current.decided_by = signer and current.comment is not distinct from remark then
    return;
  end if;
  perform private.require(
    current.decision is null, format('%s by %s already', case current.decision when 'approved' then 'Approved' else 'A change was requested' end, current.decided_by), 'PT409'
  );
  update public.order_proofs set decision = decided, decided_at = now(), decided_by = signer, comment = remark where id = proof;
  update public.orders set saves = saves + 1 where id = line.order_id;
  perform private.record_order_event(line.order_id, line.id, 'proof_' || decided, jsonb_build_object(
    'version', current.version, 'sha256', current.sha256, 'text', remark
  ), signer);
  perform private.record_by_link(link, 'proof_' || decided, jsonb_build_object(
    'text', concat_ws(E'\n', format('Proof %s of %s', current.version, line.name), remark), 'sha256', current.sha256
  ), signer);
end
$$;

select private.expose('decide_proof',
  'Approves the newest proof of a line by the token of its buyer''s link, or asks for a change with a comment. The seller is told. 409 where there is a newer one, or it is decided.');

create function private.proof_file(id uuid, token text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
  found_one jsonb;
begin
  if token is null then
    perform private.require(private.is_staff(), 'Only administrators and sales read the proofs of an order');
  else
    link := private.quotation_link(token, '{buyer}');
    perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  end if;
  select jsonb_build_object(
    'name', proof.name, 'type', private.content_type(file.content), 'content', replace(encode(file.content, 'base64'), E'\n', '')
  ) into found_one
  from public.order_proofs as proof join private.order_proof_files as file on file.proof_id = proof.id
  join public.order_lines as line on line.id = proof.order_line_id join public.orders as own on own.id = line.order_id
  where proof.id = proof_file.id and own.quotation_id = coalesce(link.quotation_id, own.quotation_id);
  perform private.require(found_one is not null, 'This file was removed.', 'PT404');
  return found_one;
end
$$;

select private.expose('proof_file',
  'The file of a proof: {"name", "type", "content": base64}. For administrators and sales, and by the token of its buyer''s link.');

-- The proofs of a line, the newest first: [{"id", "version", "name", "note", "sha256", "created_at", "decision", "decided_at",
-- "decided_by", "comment"}].
create function private.proofs_of(line uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(proof) - 'order_line_id' order by version desc), '[]') from public.order_proofs as proof where order_line_id = line
$$;

-- Of an order whose quotation stays as a legal copy, approved versions stay by their hashes; files and comments go.
create function private.erase_proofs(quotations uuid[]) returns void
language sql set search_path = '' as $$
  delete from public.order_proofs as proof using public.order_lines as line, public.orders as own
  where line.id = proof.order_line_id and own.id = line.order_id and own.quotation_id = any (quotations) and decision is distinct from 'approved';
  delete from private.order_proof_files where proof_id in (
    select proof.id from public.order_proofs as proof join public.order_lines as line on line.id = proof.order_line_id
    join public.orders as own on own.id = line.order_id where own.quotation_id = any (quotations)
  );
  update public.order_proofs as proof set note = null, comment = null, name = 'erased' from public.order_lines as line, public.orders as own
  where line.id = proof.order_line_id and own.id = line.order_id and own.quotation_id = any (quotations);
$$;

-- The order of a quotation as its buyer's link shows it; null without one. {"number", "needed_by", "created_at", "cancelled_at",
-- "cancel_reason", "advance_paise", "advance_received_on", "news", "lines": [{"id", "line_id", "name", "quantity", "state",
-- "needs_proof", "dispatched", "delivered", "proofs"}], "parcels": [{"line_id", "quantity", "courier", "tracking_number",
-- "tracking_url", "place": the recipient or the PIN code, "dispatched_at", "delivered_at"}], "places": how many}.
create function private.order_on_link(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', own.needed_by, 'created_at', own.created_at, 'cancelled_at', own.cancelled_at,
    'cancel_reason', own.cancel_reason, 'advance_paise', own.advance_paise, 'advance_received_on', own.advance_received_on, 'news', own.news,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', line.id, 'line_id', line.line_id, 'name', line.name, 'quantity', line.quantity, 'state', line.state, 'needs_proof', line.needs_proof,
        'dispatched', line.dispatched, 'delivered', line.delivered, 'proofs', private.proofs_of(line.id)
      ) order by line.position), '[]')
      from private.order_line_rows as line where line.order_id = own.id
    ),
    'parcels', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', parcel.id, 'line_id', line.line_id, 'quantity', parcel.quantity, 'courier', courier, 'tracking_number', tracking_number,
        'tracking_url', tracking_url, 'place', coalesce(place.recipient, place.pin_code), 'dispatched_at', dispatched_at, 'delivered_at', delivered_at
      ) order by dispatched_at, parcel.id), '[]')
      from public.order_dispatches as parcel join public.order_lines as line on line.id = parcel.order_line_id
      left join public.order_places as place on place.id = parcel.place_id
      where parcel.order_id = own.id
    ),
    'places', (select count(*) from public.order_places where order_id = own.id)
  )
  from public.orders as own where own.quotation_id = quotation
$$;

create function private.choose_order_news(token text, news text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{accepted}');
  known constant text[] := array['proof', 'production', 'packed', 'dispatched', 'delivered'];
begin
  perform private.require(news <@ known, 'Choose among proof, production, packed, dispatched and delivered', '22023');
  update public.orders set news = array(select word from unnest(known) as word where word = any (choose_order_news.news))
  where quotation_id = version.quotation_id;
end
$$;

select private.expose('choose_order_news',
  'Stores of which steps of the order the buyer of a link hears by e-mail: of proof, production, packed, dispatched and delivered.');

-- What an e-mail says of a step of an order: its lines, or its parcels with couriers and links; twenty at most. No address is in it.
create function private.news_text(step public.order_events) returns text
language sql stable security definer set search_path = '' as $$
  with said as (
    select row_number() over (order by line.position, parcel.dispatched_at) as turn, concat_ws(
      ', ', coalesce(parcel.quantity::text || ' of ', '') || line.name, 'by ' || parcel.courier, 'number ' || parcel.tracking_number, parcel.tracking_url
    ) as words
    from private.order_line_rows as line
    left join public.order_dispatches as parcel on parcel.order_line_id = line.id and step.value -> 'dispatches' ? parcel.id::text
    where line.order_id = step.order_id and step.value -> 'lines' @> jsonb_build_array(jsonb_build_object('id', line.id))
  )
  select string_agg(words, E'\n' order by turn) filter (where turn <= 20) || case when count(*) > 20 then format(E'\nand %s more', count(*) - 20) else '' end
  from said
$$;

-- Tells the buyer of the steps that they hear of. An undone step is not told where its e-mail has not left: it waits a minute.
create function private.tell_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.orders;
begin
  if new.kind = 'undone' then
    delete from public.outbox where state = 'queued' and attempts = 0 and quotation_event in (
      select told.number from public.orders join public.quotation_events as told on told.quotation_id = orders.quotation_id
      where orders.id = new.order_id and told.kind = 'news' and told.value ->> 'event' = new.value ->> 'event'
    );
    return null;
  end if;
  select * into own from public.orders where id = new.order_id and new.kind = any (orders.news) and cancelled_at is null;
  if own.id is not null then
    perform private.record_quotation_event(own.quotation_id, own.version_id, 'news', jsonb_build_object(
      'about', new.kind, 'order', own.number, 'event', new.number::text, 'text', private.news_text(new)
    ));
  end if;
  return null;
end
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
  union select private.keyed_hash(lower(number)) from public.orders where quotation_id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  delete from public.outbox where version_id in (select id from public.quotation_versions where quotation_id = any (ids));
  update public.quotations set lead_id = null, erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => coalesce((select kept_years from public.seller_profile), 8))
  )
  from public.quotation_versions as version
  where version.quotation_id = quotations.id and accepted is not null and quotations.id = any (ids) and erase_on is null;
  insert into private.erased_links (hash) select hash from public.quotation_links where quotation_id = any (ids) and ended_at is null
  on conflict (hash) do nothing;
  delete from public.quotation_links where quotation_id = any (ids);
  delete from public.buyer_details where quotation_id = any (ids);
  delete from private.artworks where quotation_id = any (ids);
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  perform private.erase_orders(ids);
  perform private.erase_proofs(ids);
end
$$;

-- Tells of what was done with a quotation: both sides of its acceptance and of a colleague's decision, the buyer of its reopening and of answers,
-- a colleague who is asked for an approval, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
-- 500 an hour to each address, beside decisions, which no comments keep from the seller. Runs with its owner's rights, since no role of the API writes e-mails.
create or replace function private.queue_quotation_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
begin
  select * into version from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  insert into public.outbox (version_id, kind, recipient, quotation_event, next_attempt_at)
  -- A step of an order may be undone within a minute (tell_buyer).
  select version.id, mail.kind, mail.recipient, new.number, now() + case when new.kind = 'news' and new.value ->> 'about' <> 'proof' then interval '1 minute' else '0' end
  from (
    select case
      when new.kind = 'accepted' then 'acceptance' when new.kind = 'reopened' then 'quotation_reopened'
      when new.kind = 'comment' and new.actor_id is not null or new.kind in ('approved', 'rejected', 'news') then 'quotation_answer'
    end, version.content #>> '{buyer,email}'
    union all select 'approval', new.value ->> 'email' where new.kind = 'approval_asked'
    union all
    select case new.kind when 'accepted' then 'acceptance' else 'quotation_notice' end, private.seller_addresses(new.quotation_id)
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected', 'details', 'purchase_order', 'artwork', 'proof_approved', 'proof_change')
  ) as mail (kind, recipient)
  where version.id is not null and mail.kind is not null and private.is_deliverable(mail.recipient) and (
    new.kind in ('accepted', 'declined', 'change_asked') or 500 > (
      select count(*) from public.outbox
      where private.normalized_mailbox(recipient) = private.normalized_mailbox(mail.recipient) and version_id is not null
        and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    )
  )
  on conflict do nothing;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER tell_buyer AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['proof'::text, 'production'::text, 'packed'::text, 'dispatched'::text, 'delivered'::text, 'undone'::text]))) EXECUTE FUNCTION private.tell_buyer();

revoke all on function private.newest_proof(line uuid) from public, anon, authenticated, service_role;

revoke all on function private.proofs_of(line uuid) from public, anon, authenticated, service_role;

revoke all on function private.erase_proofs(quotations uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.order_on_link(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.news_text(step public.order_events) from public, anon, authenticated, service_role;

revoke all on function private.tell_buyer() from public, anon, authenticated, service_role;

revoke all on function public.choose_order_news(token text, news text[]) from public, anon, authenticated, service_role;
grant execute on function public.choose_order_news(token text, news text[]) to anon, authenticated, service_role;

revoke all on function private.choose_order_news(token text, news text[]) from public, anon, authenticated, service_role;
grant execute on function private.choose_order_news(token text, news text[]) to anon, authenticated, service_role;

revoke all on function public.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) from public, anon, authenticated, service_role;
grant execute on function public.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) to anon, authenticated, service_role;

revoke all on function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) from public, anon, authenticated, service_role;
grant execute on function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) to anon, authenticated, service_role;

revoke all on function public.proof_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function public.proof_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function private.proof_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function private.proof_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function public.add_proof(line uuid, name text, content text, note text) from public, anon, authenticated, service_role;
grant execute on function public.add_proof(line uuid, name text, content text, note text) to authenticated, service_role;

revoke all on function private.add_proof(line uuid, name text, content text, note text) from public, anon, authenticated, service_role;
grant execute on function private.add_proof(line uuid, name text, content text, note text) to authenticated, service_role;
-- Written until here.
