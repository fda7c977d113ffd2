-- The artwork of buyers: logos that they add to an inquiry, or on a quotation's page (product.md, section 2, Artwork and proofs).

create table private.artworks (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.leads (id) on delete cascade,
  quotation_id uuid,
  name text not null,
  content bytea not null constraint artworks_content_length check (length(content) <= 10 * 1024 * 1024),
  given_at timestamptz not null default clock_timestamp(),
  constraint artworks_of_one check (num_nonnulls(lead_id, quotation_id) = 1)
);
comment on table private.artworks is
  'Files of logos, of an inquiry or of a quotation; those of an inquiry are also read with its quotations. They are erased with the details of their buyer.';
comment on column private.artworks.quotation_id is 'A quotation, as if by a foreign key (leave_quotation).';
create index artworks_of_lead on private.artworks (lead_id);
create index artworks_of_quotation on private.artworks (quotation_id);

-- What a foreign key would do for artwork and samples. With one they would be a second way from a quotation to its lead, and the API
-- would refuse to read quotations with their leads, as the apps do, also of earlier versions.
create function private.leave_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.artworks where quotation_id = old.id;
  update public.samples set quotation_id = null where quotation_id = old.id;
  return null;
end
$$;
create trigger leave after delete on public.quotations for each row execute function private.leave_quotation();

-- The artwork of an inquiry and of its quotations, or of one quotation and all inquiries of its lead: [{"id", "name", "size",
-- "given_at", "is_own": whether it was given to the one that is asked about, whose link removes it}].
create function private.artworks_with(lead uuid, quotation uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'name', name, 'size', length(content), 'given_at', given_at, 'is_own', case when quotation is null then lead_id = lead is true else quotation_id = quotation is true end
  ) order by given_at, id), '[]')
  from private.artworks
  where lead_id = lead or quotation_id = quotation
    or quotation is not null and lead_id in (select inquiry.id from private.inquiries_of_lead(lead) as inquiry)
    or quotation is null and quotation_id in (select own.id from public.quotations as own where own.lead_id = lead)
$$;

-- A row with the owner of the artwork that a token gives access to: its quotation by a buyer's link, else its inquiry by a private
-- link or a reference. Ended links and erased inquiries take none.
create function private.artwork_owner(token text) returns private.artworks
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
  lead public.leads;
  owner private.artworks;
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    version := private.locked_version(private.quotation_link(token, '{buyer}'), '{sent,expired,change_asked,accepted}');
    owner.quotation_id := version.quotation_id;
  else
    lead := private.linked_inquiry(token);
    perform from public.lead_handling as handling where handling.lead_id = lead.id and handling.state <> 'withdrawn' for update;
    perform private.require(
      found and exists (select from public.leads where id = lead.id and erased_at is null), 'This inquiry was withdrawn: please send a new one.', '22023'
    );
    owner.lead_id := lead.id;
  end if;
  return owner;
end
$$;

-- Tells the seller, in the history of the quotation or of the inquiry: by an e-mail of the first in ten minutes, and not of one that
-- comes with its inquiry, nor of a removal. So many are stored a day, that no link fills the history.
create function private.record_artwork(token text, artwork private.artworks, is_removed boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  stored bigint;
  recent timestamptz[];
begin
  if artwork.quotation_id is not null then
    perform private.record_by_link(private.quotation_link(token, '{buyer}'), 'artwork', jsonb_strip_nulls(
      jsonb_build_object('text', artwork.name, 'removed', case when is_removed then 'yes' end)
    ));
    return;
  end if;
  recent := array(
    select created_at from public.lead_events
    where lead_id = artwork.lead_id and kind = 'added' and value like 'Artwork%' and created_at > now() - interval '1 day' order by created_at desc
  );
  perform private.require(cardinality(recent) < 20, 'Too many files were added here today. Please write to us.', 'PT429');
  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  select id, auth.uid(), email, 'added', case when is_removed then 'Artwork removed: ' else 'Artwork: ' end || artwork.name
  from public.leads where id = artwork.lead_id
  returning event.number into stored;
  perform private.queue_notices(id, stored) from public.leads
  where id = artwork.lead_id and not is_removed and greatest(created_at, recent[1]) < now() - interval '10 minutes';
end
$$;

-- A line that was to be produced without a proof waits for one when a logo comes later, unless the staff have decided that it needs none.
-- An order on which someone acts at this moment stays as it is, since they may wait for what is locked here.
create function private.ask_for_proofs(owner private.artworks) returns void
language plpgsql set search_path = '' as $$
declare
  waiting record;
begin
  for waiting in
    select own.id as order_id, line.id
    from public.orders as own join public.quotations on quotations.id = own.quotation_id join public.order_lines as line on line.order_id = own.id
    where line.state = 'preparing' and not line.needs_proof and own.cancelled_at is null and (
      quotations.id = owner.quotation_id
      or quotations.lead_id in (select unnest(array[handling.lead_id, merged_into]) from public.lead_handling as handling where handling.lead_id = owner.lead_id)
    ) and not exists (select from public.order_events as decided where decided.order_line_id = line.id and decided.kind = 'needs_no_proof')
    for update of own, line skip locked
  loop
    update public.order_lines as line set needs_proof = true where line.id = waiting.id;
    update public.orders as own set saves = own.saves + 1 where own.id = waiting.order_id;
    perform private.record_order_event(waiting.order_id, waiting.id, 'needs_proof', jsonb_build_object('text', 'A logo was added'), '');
  end loop;
end
$$;

-- At most three files of 20 MB together, and 100 MB a day of one network. The same file again, after a lost answer, is stored once.
create function private.attach_artwork(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  label constant text := private.file_label(name, 'Logo', type);
  tomorrow constant timestamptz := (private.day_in_india(now()) + 1)::timestamp at time zone 'Asia/Kolkata';
  network constant text := private.client_network();
  used bigint;
  stored private.artworks;
begin
  perform private.require(
    type in ('image/svg+xml', 'application/pdf', 'application/postscript', 'image/png', 'image/jpeg'), 'A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A logo may have at most 10 MB', '22023');
  if exists (
    select from private.artworks as other
    where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id) and other.content = file
  ) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(other.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.artworks as other where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id)
    ), 'You may add at most three files, with 20 MB together. Remove one, or write to us.', '22023'
  );
  if network is not null then
    insert into private.event_quotas as quota (client, events, counted_at)
    values (private.quota_key(tomorrow, 'artwork', network), length(file), tomorrow)
    on conflict on constraint event_quotas_pkey do update set events = quota.events + excluded.events returning events into used;
    perform private.require(used <= 100 * 1024 * 1024, 'Too many files were added here today. Please write to us.', 'PT429');
  end if;
  insert into private.artworks (lead_id, quotation_id, name, content) values (owner.lead_id, owner.quotation_id, label, file)
  returning * into stored;
  perform private.ask_for_proofs(owner);
  perform private.record_artwork(token, stored);
end
$$;
select private.expose('attach_artwork',
  'Adds a logo in base64 to the inquiry of a private link or reference, or to the quotation of a buyer''s link: SVG, PDF, AI, EPS, PNG or JPEG of at most 10 MB. The seller is told.');

create function private.remove_artwork(token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  removed private.artworks;
begin
  delete from private.artworks as stored
  where stored.id = remove_artwork.id and (stored.quotation_id = owner.quotation_id or stored.lead_id = owner.lead_id)
  returning * into removed;
  perform private.require(
    removed.id is not null or not exists (select from private.artworks as stored where stored.id = remove_artwork.id),
    'Remove this logo on the page where you added it.', 'PT404'
  );
  if removed.id is not null then
    perform private.record_artwork(token, removed, true);
  end if;
end
$$;
select private.expose('remove_artwork', 'Removes a logo from the inquiry or quotation of a token, as attach_artwork takes it. The seller is told.');

create function private.lead_artworks(lead uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales read the artwork of an inquiry');
  select private.artworks_with(lead)
$$;
select private.expose('lead_artworks', 'The artwork of an inquiry and of its quotations: [{"id", "name", "size", "given_at"}]. For administrators and sales.');

create function private.artwork_file(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file private.artworks;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read artwork');
  select * into file from private.artworks as stored where stored.id = artwork_file.id;
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(file.name, file.content);
end
$$;
select private.expose('artwork_file', 'The file of a logo: {"name", "type", "content": base64}. For administrators and sales.');

-- What the buyer of a quotation has given: {"details": {"gstin", "billing_address", "delivery_places", "given_at"}, or null,
-- "purchase_orders", "artworks": [{"id", "name", "size", "given_at"}]}.
create function private.given_by_buyer(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'details', (select to_jsonb(details) - 'quotation_id' from public.buyer_details as details where quotation_id = quotation),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'size', length(content), 'given_at', given_at) order by given_at), '[]')
      from private.purchase_orders where quotation_id = quotation
    ),
    'artworks', private.artworks_with((select lead_id from public.quotations where id = quotation), quotation)
  )
$$;
