-- erasure and links
select set_config('lock_timeout', '5s', true);

-- Accepted quotations stay for eight years unless the owner has set another number. Whoever had set none is told once.
alter table public.seller_profile alter column kept_years set default 8;
alter table public.outbox
  drop constraint outbox_kind_known, drop constraint outbox_about,
  add constraint outbox_kind_known check (kind in (
    'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
    'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code', 'kept_years'
  )),
  add constraint outbox_about check (
    (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning')) and (invitation_id is not null) = (kind = 'invitation')
    and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'invitation', 'factor_removed', 'data_link', 'kept_years'))
  );
insert into public.outbox (kind, recipient)
select distinct 'kept_years', address from public.site_settings, unnest(notice_emails) as address
where private.is_deliverable(address) and not exists (select from public.seller_profile where kept_years is not null);
update public.seller_profile set kept_years = 8 where kept_years is null;

-- What colleagues have commented gets their address, where the name that the buyer gave them tells whose it is.
alter table public.quotation_events disable trigger keep_what_was_sent;
update public.quotation_events as event set value = event.value || jsonb_build_object('email', asked.email)
from (
  select version_id, coalesce(value ->> 'name', value ->> 'email') as name, min(value ->> 'email') as email
  from public.quotation_events where kind = 'approval_asked' group by 1, 2 having count(distinct lower(value ->> 'email')) = 1
) as asked
where event.kind = 'comment' and event.value ->> 'by' = 'approver' and not event.value ? 'email'
  and event.version_id = asked.version_id and event.actor_name = asked.name;
alter table public.quotation_events enable trigger keep_what_was_sent;

-- Written by npm run migration from supabase/schemas.
-- With the quotations that were accepted, which an erasure leaves: {"accepted_quotations": [{"number", "total_paise"}]}, without none.
create or replace function private.open_inquiry(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
begin
  return private.inquiry_as_json(lead)::jsonb || jsonb_strip_nulls(jsonb_build_object('accepted_quotations', (
    select jsonb_agg(jsonb_build_object('number', number, 'total_paise', total_paise) order by number)
    from public.quotations join public.quotation_versions on quotation_id = quotations.id where lead_id = lead.id and accepted is not null
  )));
end
$$;

-- The same addition again, after a lost answer, is not stored twice. Lines of names alone become lines that others can follow.
create or replace function private.add_to_inquiry(token text, items jsonb, message text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  names text[];
  lines jsonb;
  added text;
begin
  select * into names, lines from private.lines_of(items);
  perform private.require(cardinality(names) > 0, 'Choose a product first', '22023');
  perform private.require(
    cardinality(names) + coalesce(cardinality(lead.selected_products), 0) <= 1000, 'An inquiry has at most 1000 products', '22023'
  );
  perform from public.lead_handling where lead_id = lead.id and state <> 'withdrawn' for update;
  -- Read again, since it may have been erased meanwhile.
  perform private.require(found and exists (select from public.leads where id = lead.id and erased_at is null), 'This inquiry was withdrawn: please send a new one.', '22023');
  select left(concat_ws(E'\n', string_agg(
    concat_ws(' × ', line ->> 2, line ->> 1) || coalesce((
      select ' in ' || string_agg((colour ->> 'name') || coalesce(' (' || (colour ->> 'quantity') || ')', ''), ' and ')
      from jsonb_array_elements(nullif(line -> 4, 'null')) as colour
    ), '') || coalesce(' (' || (line ->> 3) || ')', ''), ', ' order by position
  ), nullif(private.trimmed(add_to_inquiry.message), '')), 5000)
  into added from jsonb_array_elements(lines) with ordinality as listed (line, position);
  perform from public.lead_events
  where lead_id = lead.id and kind = 'added' and value = added and created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.lead_events where lead_id = lead.id and kind = 'added' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too much was added to this inquiry today. Please write to us.', '22023');

  perform private.add_lines(lead.id, (
    select jsonb_agg(jsonb_build_array(null, name, null, null) order by position)
    from unnest(lead.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items where lead_id = lead.id)
  ));
  perform private.add_lines(lead.id, lines);
  update public.leads set selected_products = coalesce(selected_products, '{}') || names where id = lead.id;
  perform private.record_buyer_event(lead, 'added', added);
end
$$;

-- The quotation that staff act on, locked, so that those who act on the same one wait for each other.
create or replace function private.staffs_quotation(quotation uuid, states text[] default null, action text default null) returns public.quotations
language plpgsql set search_path = '' as $$
declare
  current public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into current from public.quotations as listed where listed.id = quotation for update;
  if not found then
    perform private.refuse_change(null, null, 'quotation');
  end if;
  perform private.require(
    current.erase_on is null, 'The person of this quotation was erased: its legal copy is a document, to print alone', 'PT409'
  );
  if states is not null then
    perform private.require_quotation_state(current, states, action);
  end if;
  return current;
end
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select private.start_quotation(lead, jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', (select terms from public.seller_profile),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'colour', line.colour, 'note', line.note,
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', coalesce((
        select picture.url
        from public.product_colours as shade
        join public.product_pictures as picture on picture.product_id = shade.product_id and picture.position = shade.picture_position
        where shade.product_id = product.id and lower(shade.name) = lower(line.colour)
      ), product.image_url),
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  ))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then shade.colour ->> 'name' else left((
        select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(item.colours) with ordinality as wanted (colour, rank)
      ), 200) end as colour,
      case when is_split then (shade.colour ->> 'quantity')::integer else item.quantity end as quantity
    from private.inquiries_of_lead(lead) as part join public.lead_items as item on item.lead_id = part.id
    cross join lateral (select private.quantity_of_colours(item.colours) is not null as is_split) as kind
    cross join lateral jsonb_array_elements(case when is_split then item.colours else '[{}]' end) with ordinality as shade (colour, ordinality)
    union all
    select part.rank, listed.position, 1, (
      select products.id from public.products where products.name = listed.name order by created_at desc limit 1
    ), listed.name, null, null, null
    from private.inquiries_of_lead(lead) as part join public.leads on leads.id = part.id
    cross join lateral unnest(leads.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items as item where item.lead_id = part.id)
    order by 1, 2, 3 limit 200
  ) as line
  left join public.products as product on product.id = line.product_id;
  return drafted;
end
$$;

-- One row a quotation: of the version in force, else of the draft. Expired is computed, by the day in India.
create or replace view private.quotation_rows with (security_invoker = true) as
select
  quotation.id, quotation.number, version.revision, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name,
  version.total_paise,
  case when quotation.state = 'sent' and version.valid_until < private.day_in_india(now()) then 'expired' else quotation.state end as state,
  version.valid_until, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.created_at, version.sent_at,
  to_char((version.accepted ->> 'at')::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM') as won_in,
  lower(concat_ws(
    ' ', quotation.number || '-R' || version.revision, version.content #>> '{buyer,company}',
    -- No one finds an erased person by their name.
    case when quotation.erase_on is null then concat_ws(
      ' ', version.content #>> '{buyer,name}', version.content #>> '{buyer,email}', version.content #>> '{buyer,phone}'
    ) end,
    jsonb_path_query_array(version.content, '$.lines[*].name')
  )) as search_text
from public.quotations as quotation
cross join lateral (
  select * from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
) as version;

-- The version of a link whose quotation nobody else changes until the end of the transaction.
-- Refuses a state in which that is not done, with a sentence that says which.
create or replace function private.locked_version(link public.quotation_links, states text[]) returns public.quotation_versions
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

-- Adds what was done by a link to the history, with the address of the colleague whose link it is. The same again, after a lost
-- answer, is not stored twice. The buyer and each colleague may do each so often a day, and a decision of the buyer is always
-- stored, so that no link uses up what another may do.
create or replace function private.record_by_link(link public.quotation_links, kind text, value jsonb, name text default null) returns void
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

-- Whether anything is stored of an address, without reading it all.
create or replace function private.is_address_stored(address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.leads_of(address)) or exists (select from private.quotations_of(address))
    or exists (select from auth.users where lower(email) = lower(address))
    or exists (select from public.quotation_links where lower(email) = lower(address))
    or exists (select from public.outbox where private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and kind <> 'data_link')
    or exists (select from public.privacy_requests where lower(email) = lower(address));
end
$$;

-- What was sent of a quotation, as its buyer has seen it: no draft, and none of what only the seller reads.
create function private.sent_quotation(quotation public.quotations) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'number', quotation.number, 'state', quotation.state, 'created_at', quotation.created_at, 'erase_on', quotation.erase_on,
    'versions', (select jsonb_agg(jsonb_build_object(
      'revision', revision, 'sent_at', sent_at, 'valid_until', valid_until, 'sha256', sha256, 'total_paise', total_paise,
      'content', jsonb_build_object(
        'buyer', (content -> 'buyer') - array['place_reason', 'is_pharmaceutical'], 'message', content -> 'message', 'terms', content -> 'terms',
        'discount', content -> 'discount', 'lines', content -> 'lines'
      ),
      'frozen', jsonb_build_object('place', frozen -> 'place', 'choice', frozen -> 'choice', 'figures', frozen -> 'figures'),
      'accepted', accepted - 'note'
    ) order by revision) from public.quotation_versions where quotation_id = quotation.id and sent_at is not null),
    'history', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end, 'value', case
        when value ->> 'by' = 'approver' then value - 'email'
        when value ? 'by' or kind = 'extended' then value
        when kind in ('comment', 'reopened') then jsonb_build_object('text', value -> 'text', 'line', value -> 'line')
      end
    ) order by event.number), '[]') from public.quotation_events as event
    where quotation_id = quotation.id and kind not in ('created', 'revised', 'discarded', 'link'))
  )
$$;

-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create or replace function private.data_of(address text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
begin
  return jsonb_build_object(
    'email', address,
    'leads', (select coalesce(jsonb_agg(
      to_jsonb(lead) - array['search_text', 'lines_hash', 'link', 'erased_at'] || jsonb_build_object(
        'reference', private.lead_reference(lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link') or lower(actor_email) = lower(lead.email)))
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (
      select coalesce(jsonb_agg(private.sent_quotation(quotation) order by quotation.created_at), '[]')
      from public.quotations as quotation where quotation.id = any (quotation_ids) and number is not null
    ),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'value', value, 'created_at', created_at, 'actor', case when actor_id is null then actor_name else 'seller' end
    ) order by number), '[]') from public.quotation_events where lower(value ->> 'email') = lower(address)),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'to', case when lower(recipient) = lower(address) then recipient else 'seller' end, 'state', state,
      'created_at', created_at, 'sent_at', sent_at
    ) order by created_at), '[]') from public.outbox where lower(recipient) = lower(address) or lead_id = any (leads)
      or version_id in (select id from public.quotation_versions where quotation_id = any (quotation_ids))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'sessions', (
        select jsonb_agg(jsonb_build_object(
          'device', user_agent, 'network_address', ip, 'created_at', session.created_at, 'used_at', session.updated_at
        ) order by session.created_at) from auth.sessions as session where session.user_id = users.id
      )
    )), '[]') from auth.users left join public.profiles as profile on profile.id = users.id where users.id = any (accounts)),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id where user_id = any (accounts)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by created_at), '[]')
      from public.list_views as list_view where owner_id = any (accounts)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]')
      from auth.audit_log_entries as entry where lower(payload ->> 'actor_username') = lower(address)),
    'requests', (select coalesce(jsonb_agg(to_jsonb(request) - array['id', 'email', 'closed_by'] order by created_at), '[]')
      from public.privacy_requests as request where lower(email) = lower(address))
  );
end
$$;

-- Locks what an erasure takes, in the order in which drafts, decisions and what is done with leads lock it: each of them is done
-- before the erasure, which takes it, too, or waits and finds nothing any more.
create function private.lock_for_erasure(lead_ids uuid[], quotation_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.leads where id = any (lead_ids) order by id for no key update;
  perform from public.quotations where id = any (quotation_ids) or lead_id = any (lead_ids) order by id for update;
  perform from public.lead_handling where lead_id = any (lead_ids) order by lead_id for update;
end
$$;

-- How many quotations were accepted, of which a legal copy stays, and what they amount to: {"kept", "kept_paise"}, without the sum of none.
create function private.kept_of(quotation_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('kept', count(*), 'kept_paise', sum(total_paise)))
  from public.quotation_versions where quotation_id = any (quotation_ids) and accepted is not null
$$;

-- Erases quotations. Of one that was accepted a legal copy stays, without its lead, links, comments and other revisions, for eight
-- years, or as long as the seller's profile says.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
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
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(private.lead_reference(id))) from unnest(ids) as id
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, erased_at = now()
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
end
$$;

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  counts jsonb;
  statement text;
begin
  perform private.lock_for_erasure(leads, quotation_ids) where dry_run is not true;
  select jsonb_object_agg(key, jsonb_array_length(value))
    || jsonb_build_object('quotations', cardinality(quotation_ids)) || private.kept_of(quotation_ids)
  into counts from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array';
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where lower(email) = lower(address);
  delete from public.quotation_events where lower(value ->> 'email') = lower(address);
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from public.outbox where kind = 'data_link' and lower(recipient) = lower(address)
  on conflict (hash) do nothing;
  delete from public.outbox where lower(recipient) = lower(address);
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where lower(email) = lower(address);
  delete from public.list_views where lower(address) = any (regexp_split_to_array(lower(settings::text), '[\s",;:<>()]+'));
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

create or replace function private.delete_inquiry_details(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  quotation_ids uuid[];
begin
  perform private.lock_for_erasure(array[lead.id], '{}');
  quotation_ids := array(select id from public.quotations where lead_id = lead.id);
  perform private.require(
    exists (select from public.leads where id = lead.id and erased_at is null), 'The details of this inquiry are already deleted.', 'PT409'
  );
  perform private.log_access('erased', array[lead.id], 'the person');
  perform private.erase_leads(array[lead.id]);
  perform private.queue_notices(lead.id, (
    select max(number) from public.lead_events where lead_id = lead.id and kind = 'state' and actor_email = 'erased'
  ));
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return jsonb_build_object(
    'leads', 1, 'quotations', cardinality(quotation_ids), 'kept', (select count(*) from public.quotations where id = any (quotation_ids))
  );
end
$$;

-- Tells of what was done with a quotation: both sides of its acceptance, the buyer of its reopening and of answers, a colleague who is asked for
-- an approval, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
-- 500 an hour to each address, beside decisions, which no comments keep from the seller. Runs with its owner's rights, since no role of the API writes e-mails.
create or replace function private.queue_quotation_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
begin
  select * into version from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  insert into public.outbox (version_id, kind, recipient, quotation_event)
  select version.id, mail.kind, mail.recipient, new.number
  from (
    select case
      when new.kind = 'accepted' then 'acceptance' when new.kind = 'reopened' then 'quotation_reopened'
      when new.kind = 'comment' and new.actor_id is not null then 'quotation_answer'
    end, version.content #>> '{buyer,email}'
    union all select 'approval', new.value ->> 'email' where new.kind = 'approval_asked'
    union all
    select case new.kind when 'accepted' then 'acceptance' else 'quotation_notice' end, private.seller_addresses(new.quotation_id)
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected')
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

-- Where replies reach the seller: at the site's contact, else at the first address of notices, else at the first administrator's.
create function private.office_address() returns text
language sql stable security definer set search_path = '' as $$
  select address from (
    select 1 as rank, contact_email as address from public.site_settings
    union all select 2, notice_emails[1] from public.site_settings
    union all (
      select 3, users.email from public.profiles join auth.users on users.id = profiles.id where is_admin order by users.created_at, users.id limit 1
    )
  ) as known
  where private.is_deliverable(address) order by rank limit 1
$$;

-- {"reply_to": who of the seller's people a buyer answers: the quotation's owner or whom the lead is assigned to, while on the staff,
-- else the office; "references": the ids of e-mails before this one}. An inquiry is one thread with its quotations, for both sides:
-- it begins with its first e-mail, and goes on with those that this recipient has, the last of the same quotation at the end.
create function private.mail_headers(mail_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with mail as (
    select outbox.*, quotation.id as quotation, coalesce(outbox.lead_id, quotation.lead_id) as lead, quotation.owner_id
    from public.outbox left join public.quotation_versions as version on version.id = version_id
    left join public.quotations as quotation on quotation.id = version.quotation_id
    where outbox.id = mail_id
  ), related as (
    select other.id, other.created_at, other.kind, other.recipient, null::uuid as quotation
    from mail join public.outbox as other on other.lead_id = mail.lead
    union all
    select other.id, other.created_at, other.kind, other.recipient, quotation.id
    from mail join public.quotations as quotation on quotation.id = mail.quotation or quotation.lead_id = mail.lead
    join public.quotation_versions as version on version.quotation_id = quotation.id
    join public.outbox as other on other.version_id = version.id
  ), earlier as (
    -- Both e-mails about a new inquiry are of the same instant: the buyer's is the first.
    select
      related.id, lower(related.recipient) = lower(mail.recipient) as is_own, related.quotation is not distinct from mail.quotation as is_same,
      row_number() over (order by related.created_at, related.kind = 'notice', related.id) as position
    from mail join related
      on (related.created_at, related.kind = 'notice', related.id) < (mail.created_at, mail.kind = 'notice', mail.id)
  ), listed as (
    select * from earlier where position = 1
    union (select * from earlier where is_own order by is_same desc, position desc limit 9)
  )
  select jsonb_build_object(
    'reply_to', coalesce((
      select users.email from mail left join public.lead_handling as own on own.lead_id = mail.lead
      left join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
      join auth.users on users.id = case when mail.quotation is null then standing.assigned_to else mail.owner_id end
      join public.profiles on profiles.id = users.id and (is_admin or is_sales)
      where private.is_deliverable(users.email)
    ), private.office_address()),
    'references', (select coalesce(jsonb_agg(id order by position <> 1, is_same, position), '[]') from listed)
  )
$$;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create or replace function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  perform private.note_delivery(delivers);
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind = 'acknowledgement' and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval') or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        or kind in ('data_link', 'erasure_warning')
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case kind
        when 'acknowledgement' then private.link_hash(due.token)
        when 'erasure_warning' then private.link_hash(due.token)
        when 'data_link' then private.link_hash(due.token)
        when 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', private.lead_reference(coalesce(lead.id, invitation_id))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value) from public.lead_events as event where number = event_number
    ),
    'reply', case when kind = 'reply' then private.mailed_reply(event_number) end,
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary
      )
      from public.site_settings as site
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;

comment on column public.seller_profile.kept_years is 'How long the legal copy of an accepted quotation stays when its person is erased; null is read as 8.';

comment on column public.quotation_events.value is 'Of a comment {"text", "line"}, of a decline {"reason", "text"}, of an approval that is asked for {"email", "name"}, of one {"note"}, of what a colleague does their {"email"}, of an extension {"from", "until"}, of others {"text"}.';

comment on function public.erase_my_data(pg_catalog.text) is 'Erases what is stored of the address of such a link: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, and how many of each other list}; the same again for a link whose data was erased. Refuses an address that may use the back office.';

comment on table public.outbox is 'E-mails about leads, invitations, removed second factors, quotations, a person''s own data and how long quotations are kept, queued and sent.';

revoke all on function private.sent_quotation(quotation public.quotations) from public, anon, authenticated, service_role;

revoke all on function private.lock_for_erasure(lead_ids uuid[], quotation_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.kept_of(quotation_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.office_address() from public, anon, authenticated, service_role;

revoke all on function private.mail_headers(mail_id uuid) from public, anon, authenticated, service_role;
grant execute on function private.mail_headers(mail_id uuid) to service_role;
-- Written until here.
