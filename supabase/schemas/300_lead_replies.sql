-- Replies to leads that the site sends: with subject, text and attachments, recorded in the lead's history (product.md, section 2, Leads).

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

select private.enable_row_security('public.lead_replies', 'staff');

-- The beginning of a file says what it is; the name has to agree.
create function private.is_attachment(name text, content bytea) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) between 5 and 150 and name !~ '[[:cntrl:]/\\<>:"|?*]'
    and private.content_type(content) = case lower(substring(name from '[^.]*$'))
      when 'pdf' then 'application/pdf' when 'png' then 'image/png' when 'jpg' then 'image/jpeg' when 'jpeg' then 'image/jpeg'
      when 'xlsx' then 'application/zip' when 'docx' then 'application/zip'
    end
$$;

-- At most 60 an hour for each person: what a stolen session could send. The e-mail is rendered from the reply when it is sent.
-- Attachments are [{"name", "content": base64}], at most three PDF, PNG, JPEG, XLSX or DOCX files of 5 MB together.
create function private.reply_to_lead(lead uuid, reply uuid, subject text, "text" text, attachments jsonb default '[]') returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  heading constant text := private.cleaned_text('The subject', subject, 200);
  body constant text := private.cleaned_text('The text', "text", 10000);
  contents bytea[];
  names jsonb;
  are_known boolean;
  size bigint;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(heading !~ '[[:cntrl:]]', 'The subject must be one line', '22023');
  perform private.require(reply is not null, 'A reply needs an id', '22023');
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
  ), 'You have sent 60 replies within an hour: wait a little, or use your mail program', 'PT429');
  perform private.require(
    jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3, 'A reply may have at most three attachments', '22023'
  );
  select
    array_agg(content order by position), jsonb_agg(jsonb_build_object('name', name, 'size', length(content)) order by position),
    bool_and(coalesce(private.is_attachment(name, content), false)), sum(length(content))
  into contents, names, are_known, size
  from jsonb_array_elements(attachments) with ordinality as listed (file, position)
  cross join lateral (select private.trimmed(file ->> 'name') as name, decode(file ->> 'content', 'base64') as content) as attached;
  perform private.require(are_known is not false, 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files', '22023');
  perform private.require(coalesce(size, 0) <= 5 * 1024 * 1024, 'Attachments may have at most 5 MB together', '22023');
  stored := private.handle_lead(lead, 'answered', 'email');
  insert into public.lead_replies (event_number, reply, subject, text, attachments, files)
  values (stored, reply, heading, body, coalesce(names, '[]'), contents);
  insert into public.outbox (lead_id, kind, recipient, event_number) select id, 'reply', email, stored from public.leads where id = lead;
  return stored;
end
$$;
select private.expose('reply_to_lead',
  'Sends an e-mail to the sender of a lead in the name of the site, answered to the caller, and marks the lead as answered: the number of that event. The same id of a reply answers the same, without a second e-mail. For administrators and sales, 60 an hour.');

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
