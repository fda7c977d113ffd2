-- The notice under an inquiry says what is sent with it since sources, samples and logos came.
select set_config('lock_timeout', '5s', true);

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
