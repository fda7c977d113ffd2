-- Replies to leads that the site sends: with subject, text and attachments, recorded in the lead's history (product.md, section 2, Leads).
select set_config('lock_timeout', '5s', true);

create table public.lead_replies (
  event_number bigint primary key references public.lead_events (number) on delete cascade,
  -- Made by the caller, so that a reply that is sent again after a lost answer is the same one.
  reply uuid not null constraint lead_replies_once unique,
  subject text not null constraint lead_replies_subject_length check (char_length(subject) between 1 and 200),
  text text not null constraint lead_replies_text_length check (char_length(text) between 1 and 10000),
  attachments jsonb not null default '[]',
  files bytea[],
  created_at timestamptz not null default now()
);
comment on table public.lead_replies is 'What was answered to a lead by e-mail from the site, beside its event "answered"; the e-mail is in the outbox.';
comment on column public.lead_replies.attachments is 'Their names and sizes in bytes: [{"name", "size"}].';
comment on column public.lead_replies.files is
  'Their contents, until the e-mail is sent, and at most 7 days; null then, and without attachments.';
create index lead_replies_waiting on public.lead_replies (created_at) where files is not null;

select private.enable_row_security('public.lead_replies');
create policy "staff read" on public.lead_replies for select to authenticated using ((select private.is_staff()));

alter table public.outbox
  drop constraint outbox_kind_known, drop constraint outbox_about,
  add constraint outbox_kind_known check (kind in (
    'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
    'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code'
  )),
  add constraint outbox_about check (
    (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning')) and (invitation_id is not null) = (kind = 'invitation')
    and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'invitation', 'factor_removed', 'data_link'))
  );
alter table private.settings
  drop constraint settings_name_known,
  add constraint settings_name_known check (
    name in ('client_address_header', 'share_inner_block', 'share_outer_block', 'hash_secret', 'mail_is_files')
  );

-- What the server that fetches e-mails says: that it delivers them, or that it has no SMTP server and writes files; null says
-- nothing, as earlier versions do. Written only where it changes.
create function private.note_delivery(delivers boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if delivers = exists (select from private.settings where name = 'mail_is_files') then
    delete from private.settings where name = 'mail_is_files' and delivers;
    insert into private.settings (name, value) select 'mail_is_files', 'yes' where not delivers on conflict do nothing;
  end if;
end
$$;

-- An e-mail that is due for ten minutes was fetched by no server: none sends any.
create function private.delivers_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.settings where name = 'mail_is_files')
    and not exists (select from public.outbox where state = 'queued' and next_attempt_at < now() - interval '10 minutes')
  where (select private.is_staff())
$$;

select private.expose('delivers_mail',
  'Whether the site delivers e-mails: false where no SMTP server is set, or where no server fetches what is due. Null for anyone but administrators and sales.');

-- The beginning of a file says what it is; the name has to agree.
create function private.is_attachment(name text, content bytea) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) between 5 and 150 and name !~ '[[:cntrl:]/\\<>:"|?*]' and case lower(substring(name from '[^.]*$'))
    when 'pdf' then substr(content, 1, 5) = '\x255044462d'
    when 'png' then substr(content, 1, 8) = '\x89504e470d0a1a0a'
    when 'jpg' then substr(content, 1, 3) = '\xffd8ff'
    when 'jpeg' then substr(content, 1, 3) = '\xffd8ff'
    when 'xlsx' then substr(content, 1, 4) = '\x504b0304'
    when 'docx' then substr(content, 1, 4) = '\x504b0304'
    else false
  end
$$;

-- At most 60 an hour for each person: what a stolen session could send. The e-mail is rendered from the reply when it is sent.
create function private.reply_to_lead(lead uuid, reply uuid, subject text, "text" text, attachments jsonb default '[]') returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  heading constant text := private.cleaned_text('The subject', subject, 200);
  body constant text := private.cleaned_text('The text', "text", 10000);
  contents bytea[];
  names jsonb;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(heading !~ '[[:cntrl:]]', 'The subject is one line', '22023');
  perform private.require(reply is not null, 'A reply has an id', '22023');
  -- Replies of one person wait for each other, and so does a reply that is sent again.
  perform pg_advisory_xact_lock(hashtextextended('replies of ' || auth.uid(), 0));
  select event_number into stored from public.lead_replies as sent where sent.reply = reply_to_lead.reply;
  if found then
    return stored;
  end if;
  perform private.require(private.delivers_mail(), 'This site sends no e-mails: answer in your mail program', 'PT409');
  perform private.require(60 > (
    select count(*) from public.lead_replies as sent join public.lead_events on number = event_number
    where actor_id = auth.uid() and sent.created_at > now() - interval '1 hour'
  ), 'You have sent 60 replies within an hour: wait a little, or answer in your mail program', 'PT429');
  perform private.require(
    jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3, 'A reply has at most three attachments', '22023'
  );
  select array_agg(content order by position), jsonb_agg(jsonb_build_object('name', name, 'size', length(content)) order by position)
  into contents, names
  from jsonb_array_elements(attachments) with ordinality as listed (file, position)
  cross join lateral (select private.trimmed(file ->> 'name') as name, decode(file ->> 'content', 'base64') as content) as attached;
  perform private.require(
    (select bool_and(coalesce(private.is_attachment(attached.name, attached.content), false)) from unnest(
      array(select file ->> 'name' from jsonb_array_elements(names) as file), contents
    ) as attached (name, content)) is not false,
    'Attachments are PDF, PNG, JPEG, XLSX or DOCX files', '22023'
  );
  perform private.require(
    coalesce((select sum((file ->> 'size')::integer) from jsonb_array_elements(names) as file), 0) <= 5 * 1024 * 1024,
    'Attachments have at most 5 MB together', '22023'
  );
  stored := private.handle_lead(lead, 'answered', 'email');
  insert into public.lead_replies (event_number, reply, subject, text, attachments, files)
  values (stored, reply, heading, body, coalesce(names, '[]'), contents);
  insert into public.outbox (lead_id, kind, recipient, event_number) select id, 'reply', email, stored from public.leads where id = lead;
  return stored;
end
$$;

select private.expose('reply_to_lead',
  'Sends an e-mail to the sender of a lead in the name of the site, answered to the caller, and marks the lead as answered: the number of that event. Attachments are [{"name", "content": base64}], at most three PDF, PNG, JPEG, XLSX or DOCX files of 5 MB together. The same id of a reply answers the same, without a second e-mail. For administrators and sales, 60 an hour.');

-- What the e-mail of a reply says. It is answered to who has written it.
create function private.mailed_reply(event_number bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'subject', subject, 'text', text, 'reply_to', case when private.is_deliverable(actor_email) then actor_email end,
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', file ->> 'name', 'content', translate(encode(files[position::integer], 'base64'), E'\n', '')
      ) order by position), '[]')
      from jsonb_array_elements(attachments) with ordinality as listed (file, position)
    )
  )
  from public.lead_replies as reply join public.lead_events on number = reply.event_number
  where reply.event_number = mailed_reply.event_number
$$;

-- As before, and with what replies say. The server says whether it delivers e-mails.
drop function public.claim_mails(integer);
create function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
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
    'token', mail.token,
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
comment on function public.claim_mails is
  'Gives at most so many e-mails that are due to the server that sends them, which says whether it delivers them; none of them to another for two minutes.';

-- As before, and of a reply that was sent the contents of attachments are deleted.
create or replace function public.finish_mail(mail_id uuid, attempt integer, error text default null, is_final boolean default false)
returns void
language plpgsql set search_path = '' as $$
declare
  retry_delay constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
begin
  update public.outbox set
    state = case when error is null then 'sent' when is_final or retry_delay is null then 'failed' else 'queued' end,
    sent_at = case when error is null then now() end,
    last_error = left(error, 200),
    next_attempt_at = now() + coalesce(retry_delay, '0')
  where id = mail_id and state <> 'sent' and (error is null or (attempts = attempt and state = 'queued'));
  update public.lead_replies set files = null
  where files is not null and event_number = (select mail.event_number from public.outbox as mail where mail.id = mail_id and mail.state = 'sent');
end
$$;

-- As before, and a reply whose attachments are deleted is not sent without them.
create or replace function private.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales send e-mails again');
  perform private.require(
    not exists (
      select from public.outbox as mail join public.lead_replies as reply using (event_number)
      where mail.id = mail_id and mail.state <> 'sent' and attachments <> '[]' and files is null
    ),
    'Its attachments were deleted after 7 days: write the reply again', 'PT409'
  );
  -- One that is being sent has no error.
  update public.outbox set state = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and (lead_id is not null or version_id is not null) and state <> 'sent' and last_error is not null;
end
$$;

-- As before, and with the contents of attachments, of which those that wait for an e-mail go after 7 days with it.
create or replace function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

-- As before, and with replies.
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
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on event_number = number where lead_id = lead.id)
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (select coalesce(jsonb_agg(
      to_jsonb(quotation) - array['owner_id', 'owner_email'] || jsonb_build_object(
        'versions', (select jsonb_agg(to_jsonb(version) - 'quotation_id' order by revision) from public.quotation_versions as version where quotation_id = quotation.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', value, 'created_at', created_at, 'actor', case when actor_id is null then actor_name else 'seller' end
        ) order by number), '[]') from public.quotation_events where quotation_id = quotation.id)
      ) order by quotation.created_at), '[]') from public.quotations as quotation where quotation.id = any (quotation_ids)),
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

-- As before, and with replies.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
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
    value = case when kind in ('note', 'added') then 'erased' else value end
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

revoke execute on function
  private.note_delivery(boolean), private.is_attachment(text, bytea), private.mailed_reply(bigint), public.claim_mails(integer, boolean),
  private.delivers_mail(), public.delivers_mail(), private.reply_to_lead(uuid, uuid, text, text, jsonb), public.reply_to_lead(uuid, uuid, text, text, jsonb)
from public, anon, authenticated;
grant execute on function private.note_delivery(boolean), private.mailed_reply(bigint), public.claim_mails(integer, boolean) to service_role;
grant execute on function
  private.delivers_mail(), public.delivers_mail(), private.reply_to_lead(uuid, uuid, text, text, jsonb), public.reply_to_lead(uuid, uuid, text, text, jsonb)
to authenticated, service_role;
