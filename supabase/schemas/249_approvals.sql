-- "Ask a colleague": the colleague of a link of its own approves or rejects the choice that it was asked about (product.md, section 2,
-- A quotation's page).

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
-- about, which is that of the page, with its total; the page of 1.0.0 sends neither, which is enough where nothing can be chosen. The
-- note is the asker's alone unless the colleague shows it to the seller, too.
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
    (total_paise = (asked ->> 'total_paise')::bigint or num_nulls(total_paise, choice) = 2)
    and private.required_choice(version.content, choice) = asked -> 'choice',
    'The choice has changed since you opened it. Please load this page again.', 'PT409'
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
select private.expose('ask_colleague', 'Mails a colleague a link of its own, by which a whole choice of this version is approved or rejected and nothing else; by a buyer''s link.');
select private.expose('decide_approval', 'Approves or rejects the choice that the colleague of a link was asked about, and demands its total and its whole choice where something can be chosen. Both sides are told, and the seller reads the note only where it is shown.');
