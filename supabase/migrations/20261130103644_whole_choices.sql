-- whole choices
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint);

drop function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint);

-- The offer that is furthest below the cost of its product, after the discount: "500 of Mug in Red", without the quantity where the line has
-- one. Null where none is.
create or replace function private.below_cost(content jsonb, figures jsonb) returns text
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

-- Also after its validity, since the buyer has said so by other means.
create or replace function private.accept_quotation_for_buyer(quotation uuid, choice jsonb, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'accepted');
  version constant public.quotation_versions := private.sent_version(quotation);
  acceptance constant jsonb := jsonb_build_object(
    'choice', private.required_choice(version.content, choice),
    'figures', private.accepted_figures(version, choice), 'name', private.staffs_text('name', name), 'note', private.staffs_text('note', note), 'at', clock_timestamp(), 'by', 'seller'
  );
begin
  update public.quotation_versions set accepted = acceptance where id = version.id;
  update public.quotations set state = 'accepted' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'accepted', acceptance - array['choice', 'figures', 'at', 'by']);
  perform private.begin_order(current.id);
end
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
create or replace function private.approvals_on(link public.quotation_links) returns json
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

create or replace function private.ask_colleague(token text, email text, name text default null, choice jsonb default null) returns void
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

select private.expose('decide_approval', 'Approves or rejects the choice that the colleague of a link was asked about, and refuses another choice or total than its. Both sides are told, and the seller reads the note only where it is shown.');

-- Tells of what was done with a quotation: both sides of its acceptance and of a colleague's decision, the buyer of its reopening and of answers,
-- a colleague who is asked for an approval, or has approved another choice than was accepted, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
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
    union all select 'approval', email from private.other_approvals(version.id) where new.kind = 'accepted'
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

comment on function public.accept_quotation_for_buyer(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Accepts the version in force as its buyer has said elsewhere: their whole choice, and name, and a note on how they said it.';

comment on function public.ask_colleague(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Mails a colleague a link of its own, by which a whole choice of this version is approved or rejected and nothing else; by a buyer''s link.';

revoke all on function private.other_approvals(version uuid) from public, anon, authenticated, service_role;

revoke all on function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) to anon, authenticated, service_role;

revoke all on function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) to anon, authenticated, service_role;
-- Written until here.
