package app.tribune.fan;

import android.app.PendingIntent;
import android.content.Intent;
import android.content.SharedPreferences;
import androidx.annotation.NonNull;
import androidx.core.app.NotificationChannelCompat;
import androidx.core.app.NotificationCompat;
import androidx.core.app.NotificationManagerCompat;
import androidx.core.content.ContextCompat;
import com.capacitorjs.plugins.pushnotifications.MessagingService;
import com.google.firebase.messaging.RemoteMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Shows messages with the action that turns their kind off; notifications that Firebase shows have no actions. The plugin handles tokens and taps. */
public class MessageService extends MessagingService {

    private static final String CHANNEL = "matchs";
    /** The plugin hears every start of the activity that has this extra. */
    private static final String MESSAGE_ID = "google.message_id";
    /** The occasions that this phone's fan was told of, by their tags, the newest last; and how many are kept. */
    private static final String TOLD = "told";
    private static final int TOLD_KEPT = 50;

    /** Forgets what was told: signing out ends a token, and the next fan is told of the same matches. */
    @Override
    public void onNewToken(@NonNull String token) {
        memory().edit().clear().commit();
        super.onNewToken(token);
    }

    @Override
    public void onMessageReceived(@NonNull RemoteMessage message) {
        Map<String, String> data = message.getData();
        if (!data.containsKey("title")) {
            super.onMessageReceived(message);
            return;
        }
        NotificationManagerCompat notifications = NotificationManagerCompat.from(this);
        String tag = data.get("tag");
        // A killed server sends some of its messages again, perhaps after their fans have dismissed them.
        if (!notifications.areNotificationsEnabled() || told().contains(tag)) return;
        notifications.createNotificationChannel(
            new NotificationChannelCompat.Builder(CHANNEL, NotificationManagerCompat.IMPORTANCE_HIGH)
                .setName(getString(R.string.app_name))
                .build()
        );
        NotificationCompat.Builder notification = new NotificationCompat.Builder(this, CHANNEL)
            .setSmallIcon(R.drawable.ic_notification)
            .setColor(ContextCompat.getColor(this, R.color.notification))
            .setContentTitle(data.get("title"))
            .setContentText(data.get("body"))
            .setStyle(new NotificationCompat.BigTextStyle().bigText(data.get("body")))
            .setPriority(NotificationCompat.PRIORITY_HIGH)
            .setDefaults(NotificationCompat.DEFAULT_SOUND)
            .setAutoCancel(true)
            // A message that is sent a second time replaces the first on the screen, and makes no sound again.
            .setOnlyAlertOnce(true)
            .setContentIntent(startOf(message, "tap"));
        if (data.containsKey("off")) notification.addAction(0, getString(R.string.notification_off), startOf(message, "off"));
        notifications.notify(tag, 0, notification.build());
        remember(tag);
    }

    private SharedPreferences memory() {
        return getSharedPreferences("messages", MODE_PRIVATE);
    }

    private List<String> told() {
        return Arrays.asList(memory().getString(TOLD, "").split("\n"));
    }

    /** Remembers an occasion once it is shown, so that no first showing is lost. Firebase hands over one message at a time. */
    private void remember(String tag) {
        List<String> told = new ArrayList<>(told());
        told.add(tag);
        String kept = String.join("\n", told.subList(Math.max(0, told.size() - TOLD_KEPT), told.size()));
        memory().edit().putString(TOLD, kept).commit();
    }

    /** Returns the start of the app that a tap on the notification, or on its action, is answered by. */
    private PendingIntent startOf(RemoteMessage message, String action) {
        Intent start = new Intent(this, MainActivity.class).putExtra(MESSAGE_ID, message.getMessageId());
        for (Map.Entry<String, String> entry : message.getData().entrySet()) {
            start.putExtra(entry.getKey(), entry.getValue());
        }
        start.putExtra("action", action);
        // Starts that differ in their extras alone are one to Android, unless their numbers differ.
        int number = (message.getData().get("tag") + action).hashCode();
        return PendingIntent.getActivity(this, number, start, PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE);
    }
}
