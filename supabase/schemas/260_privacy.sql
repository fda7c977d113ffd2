-- Personal data: the notices under forms, how long things are stored, and who of the staff read what (product.md, section 10).

create table public.privacy_notices (
  id uuid primary key default gen_random_uuid(),
  form text not null constraint privacy_notices_form_known check (form in ('inquiry', 'sign_up', 'quotation', 'comment', 'data_request')),
  language text not null constraint privacy_notices_language_form check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  version integer not null constraint privacy_notices_version_range check (version >= 1),
  text text not null
    constraint privacy_notices_text_given check (private.is_trimmed_nonempty(text))
    constraint privacy_notices_text_length check (char_length(text) <= 5000),
  created_at timestamptz not null default now(),
  constraint privacy_notices_version_unique unique (form, language, version)
);
comment on table public.privacy_notices is 'What forms say about the data that they ask for. A changed text is a new version; the last one is shown.';
comment on column public.privacy_notices.text is
  'Plain, with blank lines between paragraphs; {site}, {contact}, {grievance} and {requests}, how long requests are stored, are filled in when it is shown.';

create table public.privacy_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint privacy_requests_kind_known check (kind in ('copy', 'erasure', 'correction', 'grievance', 'nomination')),
  email text not null constraint privacy_requests_email_length check (char_length(email) <= 254),
  text text constraint privacy_requests_text_length check (char_length(text) <= 2000),
  created_at timestamptz not null default now(),
  due_on date not null,
  state text not null default 'open' constraint privacy_requests_state_known check (state in ('open', 'done', 'refused')),
  answer text constraint privacy_requests_answer_length check (char_length(answer) <= 2000),
  closed_at timestamptz,
  -- The address of the administrator; null where the person did it.
  closed_by text,
  contact_id uuid references public.contacts (id) on delete set null,
  constraint privacy_requests_closed check ((state = 'open') = (closed_at is null))
);
comment on table public.privacy_requests is 'What persons ask about their data, by a link or by letter. The law gives 90 days.';
comment on column public.privacy_requests.email is '"erased" when the person was erased.';
create index privacy_requests_of_contact on public.privacy_requests (contact_id);
create index privacy_requests_newest on public.privacy_requests (created_at desc, id desc);
create index privacy_requests_of_email on public.privacy_requests (lower(email), created_at);

create table public.retention (
  kind text primary key
    constraint retention_kind_known check (kind in ('unanswered', 'lost', 'won', 'searches', 'logs', 'mail_files', 'access_log')),
  days integer constraint retention_days_range check (days between 1 and 36500),
  warns boolean not null default false,
  last_run_at timestamptz,
  constraint retention_warns_of_leads check (not warns or kind in ('unanswered', 'lost', 'won'))
);
comment on table public.retention is 'How many days each kind is stored; null for ever. Kinds of leads lose their details, the others are deleted.';
comment on column public.retention.warns is 'Whether the person gets an e-mail 48 hours before.';
insert into public.retention (kind, days) values
  ('unanswered', null), ('lost', null), ('won', null), ('searches', 90), ('logs', 365), ('mail_files', 90), ('access_log', 365);

create table public.access_log (
  at timestamptz not null default now(),
  number bigint generated always as identity primary key,
  actor_id uuid references auth.users (id) on delete set null,
  -- As it was then; it stays when the account is deleted.
  actor_email text not null,
  action text not null constraint access_log_action_known check (action in ('opened', 'exported', 'copied', 'erased')),
  lead_id uuid references public.leads (id) on delete set null,
  leads integer not null constraint access_log_leads_range check (leads >= 0),
  lead_ids uuid[],
  contact_id uuid references public.contacts (id) on delete set null
);
comment on column public.access_log.contact_id is 'Whose data it was; null of more than a hundred leads, and of who is no contact any more.';
create index access_log_of_contact on public.access_log (contact_id);
comment on table public.access_log is 'Who opened, exported, copied or erased which leads: a row each, or one for more than a hundred at once.';
comment on column public.access_log.lead_ids is 'Which, where there are more than a hundred.';
create index access_log_of_actor on public.access_log (actor_id);
create index access_log_of_leads on public.access_log using gin (lead_ids);
create index access_log_of_lead on public.access_log (lead_id);
create index access_log_newest on public.access_log (at desc, number desc);

create table private.erased_addresses (
  hash text primary key,
  at timestamptz not null default now()
);
comment on table private.erased_addresses is
  'Keyed hashes of the addresses of erased persons, and of the references of erased leads and quotations: the server deletes files of e-mails from before that have one.';

create table private.erased_links (
  hash text primary key,
  lead_id uuid references public.leads (id) on delete cascade,
  counts jsonb
);
comment on table private.erased_links is
  'Hashes of the links of erased persons, so that their pages say what was done: of an inquiry with its lead, of a person''s data with what was erased, of quotations.';
create index erased_links_of_lead on private.erased_links (lead_id);

select private.enable_row_security(format('public.%I', name)::regclass, 'administrators')
from unnest(array['privacy_notices', 'privacy_requests', 'retention', 'access_log']) as name;

create function private.privacy_notices_of(form text) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('language', latest.language, 'version', latest.version, 'text', replace(replace(replace(replace(
    latest.text, '{site}', coalesce(site.name, 'Giftwell')),
    '{contact}', coalesce(contact_email, contact_phone, site.name, 'Giftwell')),
    '{grievance}', coalesce(grievance_contact, contact_email, contact_phone, site.name, 'Giftwell')),
    '{requests}', case
      when latest.language like 'hi%' then coalesce(
        'अनुरोध पूरा होने के ' || days || ' दिन बाद, या आपकी जानकारी के साथ, मिटा दिए जाते हैं।', 'अनुरोध आपकी जानकारी के साथ मिटा दिए जाते हैं।'
      )
      else coalesce('Requests are deleted ' || days || ' days after they are closed, or with your data.', 'Requests are deleted with your data.')
    end)
  ) order by latest.language <> 'en', latest.language), '[]')
  from (
    select distinct on (notice.language) * from public.privacy_notices as notice
    where notice.form = privacy_notices_of.form order by notice.language, notice.version desc
  ) as latest
  left join public.site_settings as site on true
  left join public.retention on retention.kind = 'logs'
$$;
select private.expose('privacy_notices_of',
  'The notice of a form (inquiry, sign_up, quotation, comment, data_request) in each language, as it is shown: [{"language", "version", "text"}], English first.');

create function private.save_privacy_notice(form text, language text, "text" text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  input text;
  last public.privacy_notices;
begin
  perform private.require(private.is_admin(), 'Only administrators can write notices');
  input := private.cleaned_text('The text', "text", 5000);
  perform pg_advisory_xact_lock(hashtextextended('privacy notice', 0));
  select * into last from public.privacy_notices as notice
  where notice.form = save_privacy_notice.form and notice.language = save_privacy_notice.language order by notice.version desc limit 1;
  if last.text = input then
    return last.version;
  end if;
  insert into public.privacy_notices (form, language, version, text)
  values (save_privacy_notice.form, save_privacy_notice.language, coalesce(last.version, 0) + 1, input);
  return coalesce(last.version, 0) + 1;
end
$$;
select private.expose('save_privacy_notice',
  'Stores the text of a form''s notice in a language (en, hi or another BCP 47 code) as a new version, unless it is the last one. The version. For administrators.');

-- How long a kind is stored; null for ever.
create function private.stored_for(kind text) returns interval
language sql stable set search_path = '' as $$
  select make_interval(days => days) from public.retention where retention.kind = stored_for.kind
$$;

-- The leads that retention may erase one day: by what became of the lead, or of the one that stands for it, and since when. Those
-- in progress and quoted are none of them, nor are those with an open order.
create function private.settled_leads() returns table (lead_id uuid, kind text, since timestamptz)
language sql stable set search_path = '' as $$
  select own.lead_id, case when standing.state in ('won', 'lost') then standing.state else 'unanswered' end, coalesce((
    select max(event.created_at) from public.lead_events as event where event.lead_id = standing.lead_id and event.kind = 'state'
  ), own.created_at)
  from public.lead_handling as own
  join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  join public.leads as lead on lead.id = own.lead_id and lead.erased_at is null
  where (standing.state in ('won', 'lost', 'withdrawn', 'spam') or standing.answered_at is null) and not exists (
    select from public.quotations as quotation join public.orders as made on made.quotation_id = quotation.id
    join public.order_lines as line on line.order_id = made.id
    where quotation.lead_id in (own.lead_id, standing.lead_id) and quotation.erase_on is null
      and made.cancelled_at is null and line.state not in ('delivered', 'returned')
  )
$$;

-- Erases the details of the leads whose time is over, a thousand at once, and queues the e-mails to those who are warned. A lead
-- whose person cannot be warned is erased without.
create function private.erase_due_leads() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  -- Without reading all leads where none expires.
  if not exists (select from public.retention where kind in ('unanswered', 'lost', 'won') and days is not null) then
    return;
  end if;
  insert into public.outbox (lead_id, kind, recipient)
  select lead.id, 'erasure_warning', lead.email
  from private.settled_leads() as settled join public.retention using (kind) join public.leads as lead on lead.id = settled.lead_id
  join public.lead_handling as handling on handling.lead_id = lead.id
  where warns and since < now() + interval '48 hours' - make_interval(days => days) and state <> 'spam' and private.is_deliverable(lead.email)
  order by since limit 1000
  on conflict do nothing;
  select array_agg(lead_id) into due from (
    select settled.lead_id
    from private.settled_leads() as settled join public.retention using (kind) join public.leads as lead on lead.id = settled.lead_id
    left join public.outbox as warning on warning.lead_id = lead.id and warning.kind = 'erasure_warning'
    where since < now() - make_interval(days => days) and (
      not warns or warning.created_at < now() - interval '48 hours'
      or warning.id is null and not (private.is_deliverable(lead.email) and exists (
        select from public.lead_handling as handling where handling.lead_id = lead.id and state <> 'spam'
      ))
    )
    order by since limit 1000
  ) as over;
  if due is not null then
    perform private.erase_leads(due);
    insert into public.access_log (actor_email, action, leads) values ('retention', 'erased', cardinality(due));
  end if;
end
$$;

create function private.save_retention(kind text, days integer, warns boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can change the retention');
  perform private.require(
    save_retention.days between 1 and 36500 is not false, 'Write a number of days between 1 and 36500, or none', '22023'
  );
  update public.retention as retained set days = save_retention.days, warns = coalesce(save_retention.warns, false)
  where retained.kind = save_retention.kind;
  perform private.require(found, 'There is no such kind of data', '22023');
end
$$;
select private.expose('save_retention',
  'Sets for how many days a kind of retention is stored, null for ever, and whether persons of leads are warned 48 hours before. For administrators.');

-- Since when what retention of logs deletes is stored.
create function private.dated_logs() returns setof timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select changed_at from public.record_history
    union all select created_at from public.imports
    union all select closed_at from public.privacy_requests where closed_at is not null;
  -- Auth's table is its own: one that may not be read is not deleted from.
  return query execute 'select created_at from auth.audit_log_entries';
exception
  when undefined_table or undefined_column or insufficient_privilege then null;
end
$$;

-- "due_now" is how many are older, and "next_on" the day in India on which the next one is, null without one; of the server's files
-- of e-mails neither is known.
create function private.retention_due(of_kind text default null, of_days integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can change the retention');
  return (
    with retained as (
      select kind, coalesce(of_days, days) as days, warns, last_run_at from public.retention where kind = of_kind or of_kind is null
    ), dated as (
      select kind, since from private.settled_leads()
      union all select 'searches', searched_at from public.missed_searches
      union all select 'searches', (day + 1)::timestamp at time zone 'Asia/Kolkata' from public.daily_counts
        where daily_counts.kind in ('searched', 'not_found', 'search_chosen') and key <> ''
      union all select 'logs', at from private.dated_logs() as at
      union all select 'access_log', at from public.access_log
    ), counted as (
      select
        retained.kind, count(since) filter (where since < now() - make_interval(days => days)) as due_now,
        private.day_in_india(case when min(since) is not null then greatest(now(), min(since) + make_interval(days => days)) end) as next_on
      from retained left join dated using (kind) group by retained.kind, days
    )
    select jsonb_agg(jsonb_build_object(
      'kind', kind, 'days', days, 'warns', warns, 'due_now', case when kind <> 'mail_files' then due_now end,
      'next_on', case when days is not null and kind <> 'mail_files' then next_on end, 'last_run_at', last_run_at
    ) order by array_position(array['unanswered', 'lost', 'won', 'searches', 'logs', 'mail_files', 'access_log'], kind))
    from retained join counted using (kind)
  );
end
$$;
select private.expose('retention_due',
  'How long each kind is stored: [{"kind", "days", "warns", "due_now", "next_on", "last_run_at"}]. With of_kind only that kind, and with of_days as if it were stored for so many days. For administrators.');

-- What the server's files of e-mails are compared with: of these addresses and references the erased ones, and when.
create function private.erased_among(words text[]) returns table (word text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select input.word, erased.at from unnest(words) as input (word)
  join private.erased_addresses as erased on erased.hash = private.keyed_hash(lower(input.word))
$$;

-- Of more than a hundred leads one row, and of a contact without any.
create function private.log_access(action text, leads uuid[], actor_email text, contact uuid default null) returns void
language sql set search_path = '' as $$
  insert into public.access_log (actor_id, actor_email, action, lead_id, leads, lead_ids, contact_id)
  select auth.uid(), log_access.actor_email, log_access.action, id, 1, null, coalesce(contact, contact_id) from public.leads
  where id = any (log_access.leads) and cardinality(log_access.leads) <= 100
  union all
  select auth.uid(), log_access.actor_email, log_access.action, null, cardinality(log_access.leads), nullif(log_access.leads, '{}'), contact
  where cardinality(log_access.leads) > 100 or log_access.leads = '{}' and contact is not null
$$;

create function private.record_access(action text, leads uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can read leads');
  perform private.require(action in ('opened', 'exported', 'copied'), 'The access log has no such action', '22023');
  perform private.log_access(action, leads, (select email::text from auth.users where id = auth.uid()));
  -- An order outlives its lead.
  if leads = '{}' then
    insert into public.access_log (actor_id, actor_email, action, leads)
    select id, email, record_access.action, 0 from auth.users where id = auth.uid();
  end if;
end
$$;
select private.expose('record_access',
  'Notes in the access log that the caller has opened, exported or copied leads: a row for each of at most a hundred, else one with all of them. For administrators and sales.');

-- The first texts, for the owner to change.
insert into public.privacy_notices (form, language, version, text) values
('inquiry', 'en', 1, $$Who is responsible: {site} is responsible for the data that you enter here. Contact: {contact}

What we ask for, and why:
• Your name and company: so that we know whom we write to.
• Your e-mail address and telephone number: so that we can answer and send you a quotation.
• Products, quantities, date, budget, city and message: so that we can check prices and delivery.
• Marketing consent, only if you tick it: so that we may write to you about new gifts. You can send your inquiry without it, and take it back on the page of your inquiry.

How long: until your inquiry is settled, and after that only as long as we need it or the law says. What you ordered stays in our accounts.

How to withdraw: open the link in our acknowledgement and press "Delete my details". No account is needed, and it is as easy as sending. What was done before then stays lawful.

Your rights: you can have a copy, have mistakes corrected, have your data deleted, and name a person who may do so for you. The page "Privacy" has a form for it.

How to complain: {grievance}. We answer within 90 days. If that does not help, you can complain to the Data Protection Board of India.$$),
('inquiry', 'hi', 1, $$कौन ज़िम्मेदार है: आप यहाँ जो जानकारी देते हैं, उसके लिए {site} ज़िम्मेदार है। संपर्क: {contact}

हम क्या पूछते हैं, और क्यों:
• आपका नाम और कंपनी: ताकि हमें पता हो कि हम किसे लिख रहे हैं।
• आपका ई-मेल पता और टेलीफ़ोन नंबर: ताकि हम उत्तर और कोटेशन भेज सकें।
• उत्पाद, मात्रा, तारीख़, बजट, शहर और संदेश: ताकि हम क़ीमत और डिलीवरी देख सकें।
• मार्केटिंग की सहमति, केवल अगर आप उस पर निशान लगाएँ: ताकि हम आपको नए उपहारों के बारे में लिख सकें। इसके बिना भी आप पूछताछ भेज सकते हैं, और अपनी पूछताछ के पृष्ठ पर इसे वापस ले सकते हैं।

कब तक: जब तक आपकी पूछताछ पूरी नहीं हो जाती, और उसके बाद केवल उतने समय तक जितना हमारे नियम या क़ानून कहते हैं। आपने जो ऑर्डर किया, वह हमारे हिसाब-किताब में रहता है।

वापस कैसे लें: हमारी पावती में दिए लिंक को खोलें और "Delete my details" दबाएँ। किसी खाते की ज़रूरत नहीं है, और यह भेजने जितना ही आसान है। उससे पहले जो किया गया, वह वैध रहता है।

आपके अधिकार: आप अपनी जानकारी की प्रति माँग सकते हैं, ग़लतियाँ ठीक करवा सकते हैं, उसे मिटवा सकते हैं, और किसी को नामित कर सकते हैं जो आपके लिए यह करे। इसके लिए "Privacy" पृष्ठ पर एक फ़ॉर्म है।

शिकायत कैसे करें: {grievance}। हम 90 दिनों के भीतर उत्तर देते हैं। अगर उससे बात न बने, तो आप भारत के डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।$$),
('sign_up', 'en', 1, $$Who is responsible: {site} is responsible for the data of your account. Contact: {contact}

What we ask for, and why:
• Your e-mail address: so that you can sign in, and get back in if you lose your password.
• A password, which we store in a form that cannot be read back: so that nobody else signs in as you.
• Your favourites, and the inquiries that you send while signed in: so that you find them again.
• The time, network address and browser of sign-ins: so that misuse is found.

How long: until you delete your account, or ask us to. Records of sign-ins are deleted after a time.

How to withdraw: ask for your data on the page "Privacy", open the link that we mail to you, and delete it.

Your rights: you can have a copy, have mistakes corrected, have your data deleted, and name a person who may do so for you.

How to complain: {grievance}. We answer within 90 days. If that does not help, you can complain to the Data Protection Board of India.$$),
('sign_up', 'hi', 1, $$कौन ज़िम्मेदार है: आपके खाते की जानकारी के लिए {site} ज़िम्मेदार है। संपर्क: {contact}

हम क्या पूछते हैं, और क्यों:
• आपका ई-मेल पता: ताकि आप साइन इन कर सकें, और पासवर्ड खो जाने पर लौट सकें।
• एक पासवर्ड, जिसे हम ऐसे रूप में रखते हैं जो पढ़ा नहीं जा सकता: ताकि कोई और आपके नाम से साइन इन न करे।
• आपकी पसंद, और साइन इन रहते भेजी गई पूछताछ: ताकि वे आपको फिर मिल सकें।
• साइन इन का समय, नेटवर्क पता और ब्राउज़र: ताकि दुरुपयोग का पता चले।

कब तक: जब तक आप अपना खाता मिटाते नहीं या हमसे मिटाने को नहीं कहते। साइन इन के रिकॉर्ड समय के साथ मिटा दिए जाते हैं।

वापस कैसे लें: "Privacy" पृष्ठ पर अपनी जानकारी माँगें, जो लिंक हम ई-मेल से भेजते हैं उसे खोलें, और जानकारी मिटा दें।

आपके अधिकार: आप अपनी जानकारी की प्रति माँग सकते हैं, ग़लतियाँ ठीक करवा सकते हैं, उसे मिटवा सकते हैं, और किसी को नामित कर सकते हैं जो आपके लिए यह करे।

शिकायत कैसे करें: {grievance}। हम 90 दिनों के भीतर उत्तर देते हैं। अगर उससे बात न बने, तो आप भारत के डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।$$),
('quotation', 'en', 1, $$Who is responsible: {site} is responsible for the data that you enter here. Contact: {contact}

What we ask for, and why:
• Your name and designation: so that both sides know who accepted for the company.
• Your purchase order number, if you give one: so that the order can be matched.
• The time, network address and browser: as evidence of the acceptance.
• Comments, reasons and the addresses of colleagues whom you ask: so that the offer can be changed and approved.

How long: what was accepted is a record of our trade and stays as long as the law or our rules say. What was not accepted goes when you have your inquiry deleted.

How to withdraw: open your inquiry and press "Delete my details", or ask for your data on the page "Privacy". An order that was accepted is cancelled by writing to us.

Your rights: you can have a copy, have mistakes corrected, have your data deleted, and name a person who may do so for you.

How to complain: {grievance}. We answer within 90 days. If that does not help, you can complain to the Data Protection Board of India.$$),
('quotation', 'hi', 1, $$कौन ज़िम्मेदार है: आप यहाँ जो जानकारी देते हैं, उसके लिए {site} ज़िम्मेदार है। संपर्क: {contact}

हम क्या पूछते हैं, और क्यों:
• आपका नाम और पद: ताकि दोनों पक्ष जानें कि कंपनी की ओर से किसने स्वीकार किया।
• आपका परचेज़ ऑर्डर नंबर, अगर आप दें: ताकि ऑर्डर का मिलान हो सके।
• समय, नेटवर्क पता और ब्राउज़र: स्वीकृति के प्रमाण के रूप में।
• टिप्पणियाँ, कारण, और जिन सहकर्मियों से आप पूछते हैं उनके पते: ताकि प्रस्ताव बदला और मंज़ूर किया जा सके।

कब तक: जो स्वीकार किया गया, वह हमारे व्यापार का रिकॉर्ड है और उतने समय तक रहता है जितना क़ानून या हमारे नियम कहते हैं। जो स्वीकार नहीं हुआ, वह आपकी पूछताछ मिटाने पर मिट जाता है।

वापस कैसे लें: अपनी पूछताछ खोलें और "Delete my details" दबाएँ, या "Privacy" पृष्ठ पर अपनी जानकारी माँगें। स्वीकार किया हुआ ऑर्डर हमें लिखकर रद्द किया जाता है।

आपके अधिकार: आप अपनी जानकारी की प्रति माँग सकते हैं, ग़लतियाँ ठीक करवा सकते हैं, उसे मिटवा सकते हैं, और किसी को नामित कर सकते हैं जो आपके लिए यह करे।

शिकायत कैसे करें: {grievance}। हम 90 दिनों के भीतर उत्तर देते हैं। अगर उससे बात न बने, तो आप भारत के डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।$$),
('comment', 'en', 1, $$Who is responsible: {site} is responsible for the data that you enter here. Contact: {contact}

What we ask for, and why:
• Your name: so that we know who asks, and whom we answer.
• Your comment, and the line that it is about: so that we can answer, and change the offer.
• The time: so that questions and answers stay in their order.

Who reads it: everyone who has the link of this quotation, and our sales team. Please write nothing that they should not read.

How long: as long as the quotation. Comments go when you have your inquiry deleted, also where the accepted quotation stays as a record of our trade.

How to withdraw: open your inquiry and press "Delete my details", or ask for your data on the page "Privacy".

Your rights: you can have a copy, have mistakes corrected, have your data deleted, and name a person who may do so for you.

How to complain: {grievance}. We answer within 90 days. If that does not help, you can complain to the Data Protection Board of India.$$),
('comment', 'hi', 1, $$कौन ज़िम्मेदार है: आप यहाँ जो जानकारी देते हैं, उसके लिए {site} ज़िम्मेदार है। संपर्क: {contact}

हम क्या पूछते हैं, और क्यों:
• आपका नाम: ताकि हमें पता हो कि कौन पूछ रहा है और हम किसे उत्तर दें।
• आपकी टिप्पणी, और वह पंक्ति जिसके बारे में वह है: ताकि हम उत्तर दे सकें और प्रस्ताव बदल सकें।
• समय: ताकि प्रश्न और उत्तर अपने क्रम में रहें।

इसे कौन पढ़ता है: हर वह व्यक्ति जिसके पास इस कोटेशन का लिंक है, और हमारी बिक्री टीम। कृपया ऐसा कुछ न लिखें जो उन्हें नहीं पढ़ना चाहिए।

कब तक: जब तक कोटेशन है। आपकी पूछताछ मिटाने पर टिप्पणियाँ मिट जाती हैं, तब भी जब स्वीकार किया हुआ कोटेशन हमारे व्यापार के रिकॉर्ड के रूप में रहता है।

वापस कैसे लें: अपनी पूछताछ खोलें और "Delete my details" दबाएँ, या "Privacy" पृष्ठ पर अपनी जानकारी माँगें।

आपके अधिकार: आप अपनी जानकारी की प्रति माँग सकते हैं, ग़लतियाँ ठीक करवा सकते हैं, उसे मिटवा सकते हैं, और किसी को नामित कर सकते हैं जो आपके लिए यह करे।

शिकायत कैसे करें: {grievance}। हम 90 दिनों के भीतर उत्तर देते हैं। अगर उससे बात न बने, तो आप भारत के डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।$$),
('data_request', 'en', 1, $$Who is responsible: {site} is responsible for the data that you enter here. Contact: {contact}

What we ask for, and why: your e-mail address, so that a link to your data reaches you and nobody else. If you write a request, we store it with the address, so that we can answer.

How long: the link works for 48 hours. {requests}

How to withdraw: open the link and delete your data. Nothing else is needed.

How to complain: {grievance}. We answer within 90 days. If that does not help, you can complain to the Data Protection Board of India.$$),
('data_request', 'hi', 1, $$कौन ज़िम्मेदार है: आप यहाँ जो जानकारी देते हैं, उसके लिए {site} ज़िम्मेदार है। संपर्क: {contact}

हम क्या पूछते हैं, और क्यों: आपका ई-मेल पता, ताकि आपकी जानकारी का लिंक केवल आप तक पहुँचे। अगर आप कोई अनुरोध लिखते हैं, तो हम उसे पते के साथ रखते हैं, ताकि उत्तर दे सकें।

कब तक: लिंक 48 घंटे तक काम करता है। {requests}

वापस कैसे लें: लिंक खोलें और अपनी जानकारी मिटा दें। और कुछ नहीं चाहिए।

शिकायत कैसे करें: {grievance}। हम 90 दिनों के भीतर उत्तर देते हैं। अगर उससे बात न बने, तो आप भारत के डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।$$);

-- What came later: another version where the owner has left the first text as it was.
insert into public.privacy_notices (form, language, version, text)
select first.form, first.language, 2, replace(first.text, after, after || E'\n' || said)
from public.privacy_notices as first join (values
  ('en', 'so that we can check prices and delivery.', $$• For samples their delivery address and a telephone number, and your logo if you add it: so that we can send samples, and show you the gift with the logo.
• What led you here, which is the campaign of a link, the website that referred you and your first page: so that we know which of our work is found. It is not sent where your browser asks not to be tracked.$$),
  ('hi', 'ताकि हम क़ीमत और डिलीवरी देख सकें।', $$• नमूनों के लिए डिलीवरी का पता और टेलीफ़ोन नंबर, और अगर आप जोड़ें तो आपका लोगो: ताकि हम नमूने भेज सकें और आपको लोगो के साथ उपहार दिखा सकें।
• आप हम तक कैसे पहुँचे, यानी लिंक का अभियान, आपको भेजने वाली वेबसाइट और आपका पहला पृष्ठ: ताकि हमें पता हो कि हमारा कौन-सा काम मिलता है। जहाँ आपका ब्राउज़र ट्रैक न करने को कहता है, वहाँ यह नहीं भेजा जाता।$$)
) as added (language, after, said) on added.language = first.language
where first.form = 'inquiry' and first.version = 1 and not exists (
  select from public.privacy_notices as later where later.form = first.form and later.language = first.language and later.version > 1
);
