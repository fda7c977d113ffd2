-- Columns of leads, of quotations and of the seller: contacts, where a lead comes from, and what buyers do on the page of a quotation.
select set_config('lock_timeout', '5s', true);
select private.lock_tables(
  'access exclusive', true, 'public.leads', 'public.lead_events', 'public.lead_handling', 'public.quotations', 'public.quotation_versions',
  'public.quotation_events', 'public.quotation_links', 'public.seller_profile'
);

alter table public.leads
  add column contact_id uuid references public.contacts (id) on delete set null,
  add column source text constraint leads_source_length check (char_length(source) <= 253),
  add column medium text constraint leads_medium_length check (char_length(medium) <= 100),
  add column campaign text constraint leads_campaign_length check (char_length(campaign) <= 100),
  add column referrer text constraint leads_referrer_length check (char_length(referrer) <= 253),
  add column landing_page text constraint leads_landing_page_length check (char_length(landing_page) <= 200),
  add column reference text constraint leads_reference_form check (reference ~ '^[A-Z]{1,4}-[0-9A-F]{8}$');
create index leads_of_contact on public.leads (contact_id, created_at desc);

alter table public.lead_events
  add column reason text constraint lead_events_reason_known check (reason in ('price', 'date', 'product', 'other')),
  add column note text constraint lead_events_note_length check (char_length(note) <= 2000),
  drop constraint lead_events_kind_known,
  add constraint lead_events_kind_known check (kind in (
    'opened', 'state', 'assigned', 'due', 'note', 'answered', 'merged', 'undone', 'added', 'link', 'received', 'sample'
  ));

alter table public.lead_handling add column answered_by uuid references auth.users (id) on delete set null;
create index lead_handling_of_answerer on public.lead_handling (answered_by);

alter table public.quotations add column contact_id uuid references public.contacts (id) on delete set null;
create index quotations_of_contact on public.quotations (contact_id);

alter table public.quotation_versions add column contact_id uuid references public.contacts (id) on delete set null;
create index quotation_versions_of_contact on public.quotation_versions (contact_id);

alter table public.quotation_events
  add column contact_id uuid references public.contacts (id) on delete set null,
  drop constraint quotation_events_kind_known,
  add constraint quotation_events_kind_known check (kind in (
    'created', 'sent', 'seen', 'accepted', 'declined', 'change_asked', 'comment', 'approval_asked', 'approved', 'rejected', 'revised',
    'discarded', 'extended', 'withdrawn', 'reopened', 'link', 'details', 'purchase_order', 'artwork', 'proof_approved', 'proof_change', 'news'
  ));
create index quotation_events_of_contact on public.quotation_events (contact_id);

alter table public.quotation_links
  add column colleague_id uuid references auth.users (id) on delete cascade,
  add column contact_id uuid references public.contacts (id) on delete set null;
create index quotation_links_of_colleague on public.quotation_links (colleague_id);
create index quotation_links_of_contact on public.quotation_links (contact_id);

alter table public.seller_profile
  alter column kept_years set default 8,
  add column lut_number text constraint seller_profile_lut_number_length check (char_length(lut_number) <= 50),
  add column lut_valid_until date constraint seller_profile_lut_valid_until_ends_a_year
    check (extract(month from lut_valid_until) = 3 and extract(day from lut_valid_until) = 31),
  add column next_steps text constraint seller_profile_next_steps_length check (char_length(next_steps) <= 1000),
  add column couriers text
    constraint seller_profile_couriers_length check (char_length(couriers) <= 5000)
    constraint seller_profile_couriers_form check (couriers ~ '^([^\n]{1,100} https://\S*\{number\}\S*(\n|$))+$');
